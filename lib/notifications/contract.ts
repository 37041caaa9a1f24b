import { z } from 'zod'
import { contract, nextCursor, pageShape, uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { inboxPlatforms } from '@/lib/inbox/kinds'
import { benchmarkMetrics } from '@/lib/metrics/benchmarks'
import { notificationKinds } from './kinds'

const channel = z.enum(channelIds)

/** The story of a notification, with its title at that time. */
const NoticedStory = z.strictObject({ id: z.uuid(), title: z.string().nullable(), caption: z.string() })

/** The pillar of an alert, with the figures at that time. */
const NoticedPillar = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  content_type: z.string(),
  color: z.string().nullable(),
  days_since_last: z.int().nullable(),
  max_gap_days: z.int().nullable(),
  metric: z.enum(benchmarkMetrics).nullable(),
  value: z.number().nullable(),
  benchmark_value: z.number().nullable(),
})
export type NoticedPillar = z.output<typeof NoticedPillar>

/** An event in a project that a user should know about. */
export const Notification = z.strictObject({
  id: z.uuid().meta({
    description:
      'Id of the event, the alert of a webhook endpoint or connector, the story’s timeline entry, the run of an automation, the moment, or a notification that is only for you.',
  }),
  project_id: z.uuid(),
  kind: z.enum(notificationKinds),
  created_at: z.iso.datetime(),
  is_read: z.boolean().meta({ description: 'Read by you.' }),
  is_settled: z.boolean().meta({
    description:
      'Nothing left to do: the post was retried, the account reconnected, the endpoint or connector works again, the pillar has a new post, the automation is on, or the moment was acted on or dismissed.',
  }),
  channel: channel.nullable(),
  story: NoticedStory.nullable(),
  conversation: z
    .strictObject({ id: z.uuid(), platform: z.enum(inboxPlatforms), participant_name: z.string().nullable() })
    .nullable()
    .meta({ description: 'The inbox conversation with the note that mentions you.' }),
  connection: z.strictObject({ id: z.uuid(), account_name: z.string().nullable() }).nullable(),
  endpoint: z.strictObject({ id: z.uuid(), url: z.string() }).nullable(),
  automation: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  connector: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  pillar: NoticedPillar.nullable(),
  person_name: z.string().nullable().meta({ description: 'Who mentioned you, commented or reviewed the story.' }),
  reason: z.string().nullable().meta({ description: 'The reason in the event or alert.' }),
  code: z.string().nullable(),
  ends_at: z.iso.datetime().nullable().meta({ description: 'Expiry of a connection.' }),
})
export type Notification = z.output<typeof Notification>

/** A story that needs approval. */
export const WaitingStory = z.strictObject({
  story: NoticedStory,
  channels: z.array(channel),
  scheduled_at: z.iso.datetime().nullable(),
  asked_at: z.iso.datetime().meta({ description: 'Last change since approval was requested.' }),
  is_read: z.boolean(),
})
export type WaitingStory = z.output<typeof WaitingStory>

/** Positions up to which a user has seen notifications. Later ones stay unread. */
export const Seen = z.strictObject({
  sequence: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  alert_id: uuid.nullable(),
  at: z.iso.datetime(),
})
export type Seen = z.output<typeof Seen>

export const unreadCountedTo = 100

const unreadCount = z
  .int()
  .meta({ description: `At most ${unreadCountedTo}; larger counts are returned as ${unreadCountedTo}.` })

const projectMember = { project_id: uuid }
const path = '/api/v1/notifications'

export const listNotifications = contract({
  method: 'GET',
  path,
  tag: 'Notifications',
  summary: 'List notifications',
  description:
    'Newest first, for 90 days: posts that failed, were rejected or have an unknown status, and media of scheduled ' +
    'posts that the network does not accept, recurring and automated posts that were kept as drafts, ' +
    'automations that were turned off, connectors that cannot be read, pillars that miss a target, moments of high severity, mentions of you, comments on your stories, and client reviews; for admins also accounts ' +
    'that expire or have expired, and failing webhook endpoints. Kinds that you turned off are omitted. ' +
    'Every page includes `waiting`. Integrations should use `GET /api/v1/events` instead.',
  scope: 'session',
  query: z.strictObject({ ...projectMember, ...pageShape('notifications') }),
  answers: {
    200: z.strictObject({
      notifications: z.array(Notification),
      waiting: z.strictObject({
        count: z.int().meta({ description: 'Stories that need approval; 0 if you cannot approve.' }),
        stories: z.array(WaitingStory).meta({ description: 'The next ten to be published.' }),
      }),
      unread_count: unreadCount,
      seen: Seen.meta({
        description: 'Value for `up_to`, to mark the notifications of this response as read, but not later ones.',
      }),
      next_cursor: nextCursor,
    }),
  },
  errors: ['not_found'],
})

export const readNotifications = contract({
  method: 'POST',
  path: `${path}/read`,
  tag: 'Notifications',
  summary: 'Mark notifications as read',
  description:
    'Marks the given ids, or with `up_to` everything up to there, including approvals. Unknown ids ' + 'are ignored.',
  scope: 'session',
  idempotent: true,
  body: z.strictObject({
    ...projectMember,
    notification_ids: z.array(uuid).min(1).max(200).optional(),
    up_to: Seen.optional(),
  }),
  answers: { 200: z.strictObject({ ok: z.literal(true), unread_count: unreadCount }) },
  errors: ['not_found'],
})

const settings = z.strictObject({
  kinds: z.array(z.enum(notificationKinds)).meta({ description: 'Kinds available for your role.' }),
  muted_kinds: z.array(z.enum(notificationKinds)).meta({ description: 'Kinds you turned off.' }),
})

export const getNotificationSettings = contract({
  method: 'GET',
  path: `${path}/settings`,
  tag: 'Notifications',
  summary: 'Read notification settings',
  scope: 'session',
  query: z.strictObject(projectMember),
  answers: { 200: settings },
  errors: ['not_found'],
})

export const updateNotificationSettings = contract({
  method: 'PATCH',
  path: `${path}/settings`,
  tag: 'Notifications',
  summary: 'Choose notifications',
  description: 'For yourself, in this project. Kinds that are turned off are neither listed nor counted.',
  scope: 'session',
  body: z.strictObject({
    ...projectMember,
    muted_kinds: z
      .array(z.enum(notificationKinds, { error: `must be one of ${notificationKinds.join(', ')}` }))
      .max(100)
      .transform((given) => [...new Set(given)]),
  }),
  answers: { 200: settings },
  errors: ['not_found'],
})
