import { z } from 'zod'
import { contract } from '@/lib/api/contract'
import { subscriptionMailKinds } from './kinds'

const kind = z.enum(subscriptionMailKinds, { error: `must be one of ${subscriptionMailKinds.join(', ')}` })

const settings = z.strictObject({
  is_configured: z.boolean().meta({ description: 'False: no mail server is configured, so no email is sent.' }),
  address: z.string().meta({ description: 'Where emails go.' }),
  kinds: z.array(kind).meta({ description: 'Kinds you can get with your roles.' }),
  muted_kinds: z.array(kind).meta({ description: 'Kinds you turned off.' }),
})
export type EmailSettings = z.output<typeof settings>

const path = '/api/v1/account/email-settings'

export const getEmailSettings = contract({
  method: 'GET',
  path,
  tag: 'Accounts',
  summary: 'Read your email settings',
  scope: 'session',
  answers: { 200: settings },
})

export const updateEmailSettings = contract({
  method: 'PATCH',
  path,
  tag: 'Accounts',
  summary: 'Choose which emails you get',
  description:
    'Replaces the list, for all of your projects. Emails about your account and its security cannot be turned off.',
  scope: 'session',
  body: z.strictObject({
    muted_kinds: z
      .array(kind)
      .max(100)
      .transform((given) => [...new Set(given)]),
  }),
  answers: { 200: settings },
})
