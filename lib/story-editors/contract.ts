import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { StoryEditor } from '@/lib/stories/resource-contract'

const tag = 'Stories'

export const startEditing = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/editing',
  tag,
  summary: 'Say that you are editing a story',
  description:
    'The composer repeats this every 15 seconds. Others see you as an editor for 40 seconds. It locks nothing: saving ' +
    'still compares versions.',
  scope: 'session',
  params: idParams,
  isBodyOptional: true,
  answers: {
    200: z.strictObject({
      editors: z.array(StoryEditor).meta({ description: 'Other members who are editing it.' }),
      comments_count: z.int(),
      is_with_client: z.boolean().meta({ description: 'It was sent to a client with a review link.' }),
      updated_at: z.iso.datetime().meta({ description: 'Of the stored story, to notice changes by others.' }),
    }),
  },
  errors: ['not_found', 'insufficient_scope'],
})

export const stopEditing = contract({
  method: 'DELETE',
  path: '/api/v1/stories/:id/editing',
  tag,
  summary: 'Say that you no longer edit a story',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found', 'insufficient_scope'],
})
