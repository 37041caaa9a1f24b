import { z } from 'zod'
import { contract } from '@/lib/api/contract'
import { timezone } from '@/lib/projects/timezone'

export const createAccount = contract({
  method: 'POST',
  path: '/api/v1/sign-up',
  tag: 'Accounts',
  summary: 'Make an account',
  description:
    'Makes a person and their first project, or takes them into the one that they are invited to. At most ten a quarter of an hour from one address.',
  scope: 'public',
  body: z.strictObject({
    email: z.email({ error: 'must be an e-mail address' }).max(254),
    name: z.string().trim().min(1).max(120),
    // Beyond 200 characters a password only costs time to hash.
    password: z.string().min(10, 'must be at least 10 characters').max(200),
    timezone: timezone.optional(),
    invitation: z.string().min(1).max(200).optional().meta({
      description:
        'What follows /invitations/ in a link. Then `project_id` is the project that it leads into, and no other is made.',
    }),
  }),
  answers: {
    201: z.strictObject({
      user_id: z.uuid(),
      project_id: z.uuid().nullable().meta({
        description:
          'Null with an invitation where mail is configured: the person joins when they confirm their address.',
      }),
    }),
  },
  errors: ['rate_limited', 'not_found', 'gone'],
})
