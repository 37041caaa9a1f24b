import { z } from 'zod'
import { aliased, contract, nextCursor, pageShape, projectAlias, projectShape, uuid } from '@/lib/api/contract'
import { oneOrMore } from '@/lib/queue/contract'
import { eventNames } from './names'

/** Something that happened in a project. The same envelope, under the same id, is what webhooks bring. */
export const Event = z.strictObject({
  id: z.uuid(),
  sequence: z.int().meta({ description: "The project's own count, without gaps. 1 is its first event." }),
  event: z.enum(eventNames),
  created_at: z.iso.datetime(),
  data: z
    .record(z.string(), z.unknown())
    .meta({ description: 'What it is of each event stands under Webhook events.' }),
})
export type Event = z.output<typeof Event>

/** How long events are kept. */
export const keptDays = 90

const after = z
  .union([z.string().regex(/^(0|[1-9]\d{0,14})$/), uuid], {
    error: 'must be a sequence number, in digits alone, or the id of an event',
  })
  .meta({
    description:
      'The `sequence` or the `id` of the last event that you have. Left out: from the oldest one that is kept.',
  })

export const listEvents = contract({
  method: 'GET',
  path: '/api/v1/events',
  tag: 'Events',
  summary: 'Read the events of a project in order',
  description:
    'Oldest first, so that a receiver that was away can catch up by itself: what comes before a number is all there ' +
    'will ever be before it. An event shows here as soon as it is fanned out, within a second or so. On the last page ' +
    '`next_cursor` is null; ask again later with `after`. Events are kept for 90 days. Where some of those that ' +
    'follow `after` are no longer kept the answer is `gone`, and never a page with a hole.',
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
