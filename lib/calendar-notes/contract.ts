import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape } from '@/lib/api/contract'
import { day } from './day-range'

export const noteColors = ['gray', 'blue', 'green', 'amber', 'red', 'violet'] as const
export const noteCharsMax = 500

/** A note of the team on a day of the calendar. Never published. */
export const CalendarNote = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  day: z.iso.date().meta({ description: 'A day in the project’s time zone.' }),
  text: z.string(),
  color: z.enum(noteColors).nullable(),
  author_id: z.uuid().nullable().meta({ description: 'Null if the account was deleted.' }),
  author_name: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type CalendarNote = z.output<typeof CalendarNote>

const text = z.string().trim().min(1).max(noteCharsMax)
const color = z.enum(noteColors).nullable()

export const listCalendarNotes = contract({
  method: 'GET',
  path: '/api/v1/calendar-notes',
  tag: 'Calendar notes',
  summary: 'List the notes of a range of days',
  description: 'Both days are included. A range has at most 92 days. By day, oldest first.',
  scope: 'stories:read',
  query: aliased({ ...projectShape, from: day, to: day }, projectAlias),
  answers: { 200: z.strictObject({ calendar_notes: z.array(CalendarNote) }) },
  errors: ['not_found'],
})

export const createCalendarNote = contract({
  method: 'POST',
  path: '/api/v1/calendar-notes',
  tag: 'Calendar notes',
  summary: 'Add a note to a day',
  description: 'At most 10 per day. More are a `conflict`.',
  scope: 'stories:write',
  idempotent: true,
  body: aliased({ ...projectShape, day, text, color: color.default(null) }, projectAlias),
  answers: { 201: CalendarNote },
  errors: ['not_found', 'conflict'],
})

export const updateCalendarNote = contract({
  method: 'PATCH',
  path: '/api/v1/calendar-notes/:id',
  tag: 'Calendar notes',
  summary: 'Change a note or move it to another day',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject({ day: day.optional(), text: text.optional(), color: color.optional() }),
  answers: { 200: CalendarNote },
  errors: ['not_found', 'conflict'],
})

export const deleteCalendarNote = contract({
  method: 'DELETE',
  path: '/api/v1/calendar-notes/:id',
  tag: 'Calendar notes',
  summary: 'Delete a note',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})
