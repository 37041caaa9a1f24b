import { z } from 'zod'
import {
  aliased,
  contract,
  nextCursor,
  oneOrMore,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
} from '@/lib/api/contract'
import { eventNames } from './names'

/** An event of a project. Webhooks send the same envelope with the same id. */
export const Event = z.strictObject({
  id: z.uuid(),
  sequence: z.int().meta({ description: 'Counts the events of the project from 1, without gaps.' }),
  event: z.enum(eventNames),
  created_at: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()).meta({ description: 'See Webhook events for the members of each event.' }),
})
export type Event = z.output<typeof Event>

/** Events are deleted after this time. */
export const retentionDays = 90

const after = z
  .union([z.string().regex(/^(0|[1-9]\d{0,14})$/), uuid], {
    error: 'must be a sequence number in digits, or the id of an event',
  })
  .meta({
    description: 'The `sequence` or `id` of the last event that you have. Default: start with the oldest event.',
  })

export const listEvents = contract({
  method: 'GET',
  path: '/api/v1/events',
  tag: 'Events',
  summary: 'List the events of a project',
  description:
    'Oldest first, so that a receiver can catch up after an outage. No event is ever inserted before a `sequence` that ' +
    'you have seen. Events appear about a second after they happen. On the last page `next_cursor` is null; request again ' +
    'later with `after`. Events are deleted after 90 days. If events after `after` are already deleted, the response is ' +
    '`gone`, never a page with a gap.',
  scope: 'webhooks:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('events'),
      after: after.optional(),
      event: oneOrMore(eventNames).optional(),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ events: z.array(Event), next_cursor: nextCursor }) },
  errors: ['not_found', 'gone'],
})
