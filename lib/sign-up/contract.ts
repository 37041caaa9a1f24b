import { z } from 'zod'
import { contract } from '@/lib/api/contract'
import { newPassword } from '@/lib/password/contract'
import { timezone } from '@/lib/projects/timezone'

export const createAccount = contract({
  method: 'POST',
  path: '/api/v1/sign-up',
  tag: 'Accounts',
  summary: 'Create an account',
  description:
    'Creates a user with a first project, or in the project they are invited to. A server can limit sign-up to invitations, or close it (`conflict`). At most ten per 15 minutes and IP address.',
  scope: 'public',
  body: z.strictObject({
    email: z.email({ error: 'must be an email address' }).max(254),
    name: z.string().trim().min(1).max(120),
    password: newPassword,
    timezone: timezone.optional(),
    invitation: z.string().min(1).max(200).optional().meta({
      description:
        'The part of an invitation link after /invitations/. Then `project_id` is the invited project, and no project is created.',
    }),
  }),
  answers: {
    201: z.strictObject({
      user_id: z.uuid(),
      project_id: z.uuid().nullable().meta({
        description: 'Null with an invitation where mail is configured: the user joins when they confirm their email.',
      }),
    }),
  },
  errors: ['rate_limited', 'not_found', 'gone', 'conflict'],
})
