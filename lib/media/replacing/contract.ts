import { z } from 'zod'
import { contract, idParams, uuid } from '@/lib/api/contract'

/** Max stories of one request. */
export const replacedMax = 100

export const replaceAsset = contract({
  method: 'POST',
  path: '/api/v1/media/:id/replace',
  tag: 'Media',
  summary: 'Replace a file in drafts and scheduled stories',
  description:
    `The slides, overrides and covers of up to ${replacedMax} draft and scheduled stories get the other file. Stories that are published or partly ` +
    'published stay as they are. The rules of editing a story apply: one that refuses the new file is in `refused` and keeps the old ' +
    'one. To take it back, swap the two files and send `replaced` as `story_ids`. Also needs the scope `stories:write`.',
  scope: 'media:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    with_id: uuid.meta({ description: 'The new file.' }),
    story_ids: z.array(uuid).min(1).max(replacedMax).optional().meta({ description: 'Only in these stories.' }),
  }),
  answers: {
    200: z.strictObject({
      replaced: z.array(z.uuid()),
      refused: z.array(z.strictObject({ id: z.uuid(), message: z.string() })),
    }),
  },
  errors: ['not_found'],
})
