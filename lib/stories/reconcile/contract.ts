import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { QueueItem } from '@/lib/queue-items/schema'
import { storyStatuses } from '../status'

const Divergence = z.strictObject({
  story_id: z.uuid(),
  channel: z.enum(channelIds).nullable().meta({ description: 'Null when it concerns the whole story.' }),
  story_status: z.enum(storyStatuses),
  queue_status: z.string().nullable(),
  problem: z.enum(['missing_row', 'orphan_row', 'status_mismatch', 'time_mismatch', 'content_mismatch']),
})
export type Divergence = z.output<typeof Divergence>

export const listDivergent = contract({
  method: 'GET',
  path: '/api/v1/stories/reconcile',
  tag: 'Stories',
  summary: 'List stories that disagree with their queue items',
  scope: 'stories:read',
  query: aliased({ ...projectShape }, projectAlias),
  answers: {
    200: z.strictObject({
      divergent: z.array(Divergence),
      checked: z.int().meta({ description: 'Number of stories compared.' }),
    }),
  },
  errors: ['not_found'],
})

export const reconcileStories = contract({
  method: 'POST',
  path: '/api/v1/stories/reconcile',
  tag: 'Stories',
  summary: 'Repair stories that disagree with their queue items',
  description:
    'Repairs each story on its own. Never changes items that are posted or being published, and never causes a late post.',
  scope: 'stories:write',
  idempotent: true,
  isBodyOptional: true,
  body: aliased({ ...projectShape }, projectAlias),
  answers: {
    200: z.strictObject({
      repaired: z.array(Divergence),
      unrepaired: z.array(Divergence.extend({ reason: z.string() })),
    }),
  },
  errors: ['not_found'],
})

export const resyncStory = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/resync',
  tag: 'Stories',
  summary: 'Sync the queue items of a story',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: {
    200: z.strictObject({ story_id: z.uuid(), queue_items: z.array(QueueItem), changed: z.boolean() }),
  },
  errors: ['not_found', 'conflict'],
})
