import type { Answer, Refusal } from '../exchange'
import type { PresetName } from '../faults'
import { type GraphError, graphError, graphPresets, refuse } from '../meta/envelope'

const table = {
  photoUnusable: {
    code: 100,
    subcode: 1366046,
    message:
      "Your photos couldn't be uploaded. Photos should be smaller than 4 MB and saved as JPG, PNG, GIF, TIFF or BMP files.",
  },
  photoMissing: { code: 324, subcode: 2069019, message: '(#324) Missing or invalid image file' },
  photoUsed: { code: 100, subcode: 1366051, message: 'These photos were already posted.' },
  linkInvalid: { code: 1609005, message: '(#1609005) There was an error posting this link' },
  restricted: { code: 368, subcode: 1404102, message: 'This goes against our community standards.' },
} satisfies Record<string, GraphError>

export const refusal = (name: keyof typeof table): Refusal => refuse(table[name])

export const presets: Record<PresetName, () => Answer> = {
  ...graphPresets,
  permission: () =>
    graphError({
      status: 403,
      code: 200,
      message: '(#200) The permission(s) pages_manage_posts are not available. It has to be granted before the call.',
    }),
  review: () => graphError(table.restricted),
  media: () => graphError(table.photoUnusable),
}
