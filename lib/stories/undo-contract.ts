import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { ChangedStory } from './contract'

/** Operations that take another one back. */

export const restoreSchedule = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/restore-schedule',
  tag: 'Stories',
  summary: 'Undo turning a story into a draft',
  description:
    'After `scheduled_at: null`: every channel gets its time and its approval back. A `conflict` if the story has changed since. ' +
    'Only an admin or owner keeps approvals; for others, the channels in `approval_lost` become `pending`.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: {
    200: ChangedStory.extend({
      approval_lost: z.array(z.enum(channelIds)).meta({ description: 'Channels that need a new approval.' }),
    }),
  },
  errors: ['not_found', 'conflict', 'validation_error'],
})

export const unarchiveStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/unarchive',
  tag: 'Stories',
  summary: 'Unarchive a story',
  description: 'It gets the status that it had before.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: { 200: ChangedStory },
  errors: ['not_found', 'conflict'],
})

export const reopenStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/reopen',
  tag: 'Stories',
  summary: 'Turn a rejected story into a draft',
  description:
    'For a story whose channels were all rejected in review (`is_rejected` in the list). It keeps its time if that has not passed. ' +
    'Edit it, then schedule it to send it for approval again.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: { 200: ChangedStory },
  errors: ['not_found', 'conflict'],
})
