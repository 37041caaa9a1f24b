import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'
import { Lint } from '@/lib/stories/resource-contract'

const caption = z.string().max(100_000)

export const lintVoice = contract({
  method: 'POST',
  path: '/api/projects/:id/voice-rules/lint',
  tag: 'Brand voice',
  summary: 'Hold a text against the brand voice of a project',
  description:
    'As the check at a create does it, the caption and what single channels have of their own each for itself. Keeps nothing ' +
    'and refuses nothing: what breaks a rule is in `violations`.',
  scope: 'stories:read',
  params: idParams,
  body: z.strictObject({
    caption: caption.meta({ description: 'Its violations have the channel `default`.' }),
    channel_content: z
      .partialRecord(
        z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` }),
        z.strictObject({ caption: caption.optional() }),
      )
      .optional()
      .meta({ description: 'By channel, where it has a caption of its own.' }),
  }),
  answers: { 200: Lint },
  errors: ['not_found'],
})
