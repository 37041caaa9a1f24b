import { z } from 'zod'
import { channelIds } from '@/lib/channels/ids'
import { SocialConnection } from '@/lib/connections/contract'
import { QueueItem } from '@/lib/queue/contract'
import { Story } from '@/lib/stories/resource-contract'

/** What `data` of each event is: the project, the whole resource, and what makes it news. */

const channel = z.enum(channelIds)
const projectId = z.uuid()

export const Moment = z.strictObject({
  id: z.uuid(),
  project_id: projectId,
  story_id: z.uuid().nullable(),
  kind: z.enum(['engagement_spike', 'reach_record', 'save_surge', 'click_surge', 'milestone', 'slump', 'streak']),
  severity: z.enum(['low', 'medium', 'high', 'exceptional']),
  status: z.enum(['new', 'acted_on', 'dismissed']),
  headline: z.string(),
  reasoning: z.string(),
  data_snapshot: z.record(z.string(), z.unknown()),
  detected_at: z.iso.datetime(),
})

export const Pillar = z.strictObject({
  id: z.uuid(),
  project_id: projectId,
  name: z.string(),
  content_type: z.string().meta({ description: 'Stories with this `content_type` belong to the pillar.' }),
  color: z.string().nullable(),
  allocation_percent: z.number().nullable(),
  benchmark_metric: z.string().nullable(),
  benchmark_value: z.number().nullable(),
  benchmark_window_days: z.int(),
  max_gap_days: z.int().nullable(),
})

export const StoryScheduled = z.strictObject({
  project_id: projectId,
  story: Story,
  via: z.string().optional().meta({
    description: '`bulk_reschedule` when it was moved among others, `resume` when its time had passed during a pause.',
  }),
})

export const StoryPublished = z.strictObject({
  project_id: projectId,
  story: Story,
  channels: z.array(channel).min(1).meta({ description: 'Those that this event is the first to tell of.' }),
})

export const StoryPublishedLate = StoryPublished.extend({
  late_by_seconds: z.int().meta({ description: 'Of the latest of these channels.' }),
})

/** One failed channel. That of `story.skipped` is the same. */
export const StoryFailed = z.strictObject({
  project_id: projectId,
  story: Story,
  queue_item: QueueItem,
  channel,
  skip_reason: z.string(),
  category: z.enum(['connection', 'render', 'content', 'review', 'rate', 'other']),
  code: z.string(),
  superseded_by_queue_item_id: z.uuid().optional().meta({ description: 'The item that took its place.' }),
})

export const MomentDetected = z.strictObject({ project_id: projectId, moment: Moment })

export const MomentAutoDrafted = MomentDetected.extend({
  story: Story.meta({ description: 'The draft that was made of the moment.' }),
})

const connectionShape = { project_id: projectId, connection: SocialConnection }
const reason = z.string().meta({ description: 'What is wrong, and what to do about it, for a person.' })
const daysLeft = z.int().nullable().meta({ description: 'Begun days included; not above 0 once it is over.' })
const tier = z.union([z.literal(30), z.literal(7), z.literal(1)])
const severity = z.enum(['info', 'warning', 'critical'])

export const ConnectionExpiring = z.strictObject({ ...connectionShape, tier, severity, days_left: daysLeft })

export const ConnectionExpiringSoon = z.strictObject({
  ...connectionShape,
  tier: tier.nullable(),
  severity: severity.nullable(),
  days_left: daysLeft,
  reason,
})

export const ConnectionRefreshed = z.strictObject({
  ...connectionShape,
  expires_at: z.iso.datetime().nullable(),
  previous_expires_at: z.iso.datetime().nullable(),
})

export const ConnectionBroken = ConnectionExpiringSoon.extend({ severity: z.literal('critical') })

export const ConnectionReconnected = z.strictObject(connectionShape)

export const PillarBenchmarkBelow = z.strictObject({
  project_id: projectId,
  pillar: Pillar,
  metric: z.string(),
  value: z.number().meta({ description: 'What the metric is over the window.' }),
  benchmark_value: z.number(),
  window_days: z.int(),
})

export const PillarGapDetected = z.strictObject({
  project_id: projectId,
  pillar: Pillar,
  last_published_at: z.iso.datetime().nullable().meta({ description: 'Null: nothing of it was ever published.' }),
  days_since_last: z.int().nullable(),
  max_gap_days: z.int(),
})

/** Of a test ping. It has no project when the endpoint hears of all of them. */
export const TestPing = z.strictObject({
  project_id: projectId.nullable(),
  endpoint_id: z.uuid(),
  message: z.string(),
})
