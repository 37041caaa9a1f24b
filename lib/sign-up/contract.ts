import { z } from 'zod'
import { contract } from '@/lib/api/contract'
import { timezone } from '@/lib/projects/timezone'

export const createAccount = contract({
  method: 'POST',
  path: '/api/v1/sign-up',
  tag: 'Accounts',
  summary: 'Make an account',
  description: 'Makes a person and their first project. At most ten a quarter of an hour from one address.',
  scope: 'public',
  body: z.strictObject({
    email: z.email({ error: 'must be an e-mail address' }).max(254),
    name: z.string().trim().min(1).max(120),
    // Beyond 200 characters a password only costs time to hash.
    password: z.string().min(10, 'must be at least 10 characters').max(200),
    timezone: timezone.optional(),
  }),
  answers: { 201: z.strictObject({ user_id: z.uuid(), project_id: z.uuid() }) },
  errors: ['rate_limited'],
})
