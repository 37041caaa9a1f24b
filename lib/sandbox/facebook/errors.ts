import type { Answer, Refusal } from '../exchange'
import type { PresetName } from '../faults'
import { type GraphError, graphError, graphPresets, refuse } from '../meta/envelope'
import type { FilmProblem } from '../meta/film-fetch'

const table = {
  photoUnusable: {
    code: 100,
    subcode: 1366046,
    message:
      "Your photos couldn't be uploaded. Photos should be smaller than 4 MB and saved as JPG, PNG, GIF, TIFF or BMP files.",
  },
  photoMissing: { code: 324, subcode: 2069019, message: '(#324) Missing or invalid image file' },
  photoUsed: { code: 100, subcode: 1366051, message: 'These photos were already posted.' },
  videoNotUploaded: {
    code: 6000,
    subcode: 1363130,
    message: '(#6000) There was a problem uploading your video file. Please try again.',
  },
  tooManyReels: {
    code: 613,
    subcode: 1996,
    message: '(#613) Calls to this api have exceeded the rate limit: 30 reels within 24 hours.',
    isTransient: true,
  },
  linkInvalid: { code: 1609005, message: '(#1609005) There was an error posting this link' },
  restricted: { code: 368, subcode: 1404102, message: 'This goes against our community standards.' },
} satisfies Record<string, GraphError>

/** What is wrong with a film, as its status tells it. */
export const filmErrors: Record<FilmProblem, string> = {
  unreachable: 'The video file could not be fetched from its address.',
  timeout: 'Fetching the video file took too long.',
  no_ranges: 'The host of the video file does not support range requests.',
  wrong_type: 'The address of the video file does not lead to a video.',
  too_large: 'The video file is too large.',
  no_film: 'The video file is corrupt or not a video.',
  codec: 'The video or audio codec is not supported.',
  index_at_end: 'The video file cannot be streamed.',
  duration: 'The duration of the video is not supported.',
  frame_rate: 'The frame rate of the video is not supported.',
  dimensions: 'The resolution of the video is too low.',
  ratio: 'The aspect ratio of the video is not supported.',
  bit_rate: 'The bit rate of the video is not supported.',
}

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
