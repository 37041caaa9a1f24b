import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'
import { day } from '@/lib/calendar-notes/day-range'

export const Holiday = z.strictObject({
  day: z.iso.date(),
  country: z.string().meta({ description: 'ISO 3166-1 code.' }),
  name: z.string().meta({ description: 'In English, where a translation is known.' }),
})
export type Holiday = z.output<typeof Holiday>

export const listHolidays = contract({
  method: 'GET',
  path: '/api/v1/calendar/holidays',
  tag: 'Calendar notes',
  summary: 'List public holidays',
  description:
    'National public holidays of the project’s `holiday_countries`, by day. Both days are included. A range has at most ' +
    '92 days. Data: date-holidays, CC BY-SA 3.0.',
  scope: 'stories:read',
  query: aliased({ ...projectShape, from: day, to: day }, projectAlias),
  answers: { 200: z.strictObject({ holidays: z.array(Holiday) }) },
  errors: ['not_found'],
})
