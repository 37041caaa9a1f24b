import { z } from 'zod'
import { contract } from '@/lib/api/contract'
import { dateLocaleIds, hourCycles } from './date-locales'

const dates = {
  date_locale: z.enum(dateLocaleIds).nullable().meta({ description: 'Locale for dates. Null: browser default.' }),
  hour_cycle: z.enum(hourCycles).nullable().meta({ description: '`h12` or `h23`. Null: locale default.' }),
}

/** The signed-in user. */
export const Account = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  photo_url: z.string().nullable().meta({ description: 'URL of a square WebP image. Null: show initials.' }),
  has_password: z.boolean().meta({ description: 'False for accounts that sign in with a provider only.' }),
  email_confirmed: z.boolean(),
  pending_email: z.string().nullable().meta({ description: 'A new address that is not confirmed yet.' }),
  ...dates,
})
export type Account = z.output<typeof Account>

export const getAccount = contract({
  method: 'GET',
  path: '/api/v1/account',
  tag: 'Accounts',
  summary: 'Read your account',
  scope: 'session',
  answers: { 200: Account },
})

export const updateAccount = contract({
  method: 'PATCH',
  path: '/api/v1/account',
  tag: 'Accounts',
  summary: 'Change your name and date format',
  description: 'Omitted members do not change.',
  scope: 'session',
  body: z.strictObject({
    name: z.string().trim().min(1).max(120).optional().meta({ description: 'Shown to members of your projects.' }),
    date_locale: dates.date_locale.optional(),
    hour_cycle: dates.hour_cycle.optional(),
  }),
  answers: { 200: Account },
})
