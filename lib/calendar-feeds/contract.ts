import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'

/** A member's feed. Its address is only returned when it is created. */
export const CalendarFeed = z.strictObject({
  created_at: z.iso.datetime(),
  last_read_at: z.iso.datetime().nullable().meta({ description: 'When a calendar app last read it.' }),
})
export type CalendarFeed = z.output<typeof CalendarFeed>

const query = aliased(projectShape, projectAlias)

export const getCalendarFeed = contract({
  method: 'GET',
  path: '/api/v1/calendar-feed',
  tag: 'Stories',
  summary: 'Get your calendar feed',
  description: 'Null if you have none in this project.',
  scope: 'stories:read',
  query,
  answers: { 200: z.strictObject({ calendar_feed: CalendarFeed.nullable() }) },
  errors: ['not_found'],
})

export const createCalendarFeed = contract({
  method: 'POST',
  path: '/api/v1/calendar-feed',
  tag: 'Stories',
  summary: 'Create a calendar feed',
  description:
    'Returns the address of an iCalendar feed (RFC 5545) with the stories of the project from 30 days ago to a year ahead. ' +
    'Anyone with the address can read them while you are a member. The previous address stops working.',
  scope: 'stories:read',
  idempotent: true,
  hasSecretAnswer: true,
  body: aliased(projectShape, projectAlias),
  answers: { 201: z.strictObject({ url: z.url(), calendar_feed: CalendarFeed }) },
  errors: ['not_found'],
})

export const deleteCalendarFeed = contract({
  method: 'DELETE',
  path: '/api/v1/calendar-feed',
  tag: 'Stories',
  summary: 'Delete your calendar feed',
  description: 'Its address stops working at once. Repeating the request has no effect.',
  scope: 'stories:read',
  query,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})
