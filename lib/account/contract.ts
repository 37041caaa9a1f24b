import { z } from 'zod'
import { contract } from '@/lib/api/contract'
import { dateLocaleIds, hourCycles } from './date-locales'

const dates = {
  date_locale: z
    .enum(dateLocaleIds)
    .nullable()
    .meta({ description: 'How dates are written. Null: as the browser says.' }),
  hour_cycle: z.enum(hourCycles).nullable().meta({ description: '`h12` or `h23`. Null: as the locale has it.' }),
}

/** The person who is signed in. */
export const Account = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  photo_url: z.string().nullable().meta({ description: 'A square WebP image. Null: show initials.' }),
  has_password: z.boolean().meta({ description: 'False for accounts that sign in with a provider only.' }),
  email_confirmed: z.boolean(),
  pending_email: z.string().nullable().meta({ description: 'A new address that waits for its confirmation.' }),
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
  summary: 'Change your name and how you read dates',
  description: 'Members that are left out stay as they are.',
  scope: 'session',
  body: z.strictObject({
    name: z.string().trim().min(1).max(120).optional().meta({ description: 'Shown to members of your projects.' }),
    date_locale: dates.date_locale.optional(),
    hour_cycle: dates.hour_cycle.optional(),
  }),
  answers: { 200: Account },
})
