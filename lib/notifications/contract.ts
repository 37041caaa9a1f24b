import { z } from 'zod'
import { contract, nextCursor, pageShape, uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'
import { notificationKinds } from './kinds'

const channel = z.enum(channelIds)

/** The story that something is about, as it was called then. */
const NoticedStory = z.strictObject({ id: z.uuid(), title: z.string().nullable(), caption: z.string() })

/** Something that happened in a project and that a person should know of. */
export const Notification = z.strictObject({
  id: z.uuid().meta({
    description: 'Id of the event, the alert of a webhook endpoint, or the line of the story’s timeline.',
  }),
  project_id: z.uuid(),
  kind: z.enum(notificationKinds),
  created_at: z.iso.datetime(),
  is_read: z.boolean().meta({ description: 'By you. Others have marks of their own.' }),
  is_settled: z.boolean().meta({
    description: 'Nothing is left to do: the post was tried again, the account renewed, the endpoint is well.',
  }),
  channel: channel.nullable(),
  story: NoticedStory.nullable(),
  connection: z.strictObject({ id: z.uuid(), account_name: z.string().nullable() }).nullable(),
  endpoint: z.strictObject({ id: z.uuid(), url: z.string() }).nullable(),
  reason: z.string().nullable().meta({ description: 'Why, as the event or the alert has it.' }),
  code: z.string().nullable(),
  ends_at: z.iso.datetime().nullable().meta({ description: 'Of a connection: when its access ends or ended.' }),
})
export type Notification = z.output<typeof Notification>

/** A story that waits for somebody who may approve it. */
export const WaitingStory = z.strictObject({
  story: NoticedStory,
  channels: z.array(channel),
  scheduled_at: z.iso.datetime().nullable(),
  asked_at: z.iso.datetime().meta({ description: 'When it was last changed while it waits.' }),
  is_read: z.boolean(),
})
export type WaitingStory = z.output<typeof WaitingStory>

/** How far a person has seen: nothing that came later counts as read by it. */
export const Seen = z.strictObject({
  sequence: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  alert_id: uuid.nullable(),
  at: z.iso.datetime(),
})
export type Seen = z.output<typeof Seen>

export const unreadCountedTo = 100

const unreadCount = z.int().meta({ description: `Counted up to ${unreadCountedTo}; more are ${unreadCountedTo} too.` })

const projectMember = { project_id: uuid }
const path = '/api/v1/notifications'

export const listNotifications = contract({
  method: 'GET',
  path,
  tag: 'Notifications',
  summary: 'List what a person should know of',
  description:
    'Newest first, for 90 days: posts that failed, were rejected or whose outcome nobody knows, and media of scheduled ' +
    'posts that their network cannot take; for admins also accounts ' +
    'whose access ends or has ended, and webhook endpoints that fail. What the person turned off is left out. ' +
    '`waiting` stands on every page. A program reads `GET /api/v1/events` instead.',
  scope: 'session',
  query: z.strictObject({ ...projectMember, ...pageShape('notifications') }),
  answers: {
    200: z.strictObject({
      notifications: z.array(Notification),
      waiting: z.strictObject({
        count: z.int().meta({ description: 'Stories that wait for an approval; 0 for whoever may give none.' }),
        stories: z.array(WaitingStory).meta({ description: 'The ten that go out first.' }),
      }),
      unread_count: unreadCount,
      seen: Seen.meta({ description: 'For `up_to`, to mark as read what this answer was made from and no more.' }),
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
    'Those that are named, or with `up_to` everything up to there, also what waits for an approval. Ids of none that ' +
    'you see are passed over.',
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
  kinds: z.array(z.enum(notificationKinds)).meta({ description: 'What there is to hear of with your role.' }),
  muted_kinds: z.array(z.enum(notificationKinds)).meta({ description: 'What you do not want to hear of.' }),
})

export const getNotificationSettings = contract({
  method: 'GET',
  path: `${path}/settings`,
  tag: 'Notifications',
  summary: 'Read what a person wants to hear of',
  scope: 'session',
  query: z.strictObject(projectMember),
  answers: { 200: settings },
  errors: ['not_found'],
})

export const updateNotificationSettings = contract({
  method: 'PATCH',
  path: `${path}/settings`,
  tag: 'Notifications',
  summary: 'Choose what to hear of',
  description: 'For yourself, in this project. What is turned off is neither listed nor counted.',
  scope: 'session',
  body: z.strictObject({
    ...projectMember,
    muted_kinds: z
      .array(z.enum(notificationKinds, { error: `must be of ${notificationKinds.join(', ')}` }))
      .max(100)
      .transform((given) => [...new Set(given)]),
  }),
  answers: { 200: settings },
  errors: ['not_found'],
})
