import { z } from 'zod'
import { channelIds } from '@/lib/channel-ids'
import { queueStatuses } from './status'

/** One story on one channel: the unit that is published. */
export const QueueItem = z.strictObject({
  id: z.uuid(),
  story_id: z.uuid(),
  project_id: z.uuid(),
  channel: z.enum(channelIds),
  status: z.enum(queueStatuses),
  scheduled_at: z.iso.datetime().nullable(),
  skip_reason: z.string().nullable().meta({ description: 'Why this channel was not published.' }),
  skip_category: z.enum(['connection', 'render', 'content', 'review', 'rate', 'other']).nullable(),
  provider_code: z.string().nullable().meta({ description: "The network's own error code." }),
  destination_url: z.string().nullable(),
  utm: z.record(z.string(), z.string()).meta({ description: 'Tracking values of this channel.' }),
  data_snapshot: z.record(z.string(), z.unknown()),
  attempt_count: z.int(),
  published_url: z.string().nullable(),
  published_at: z.iso.datetime().nullable(),
  title: z.string().nullable().meta({ description: "The story's title." }),
  primary_caption: z.string().meta({ description: "The story's caption." }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type QueueItem = z.output<typeof QueueItem>
