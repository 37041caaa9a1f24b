import { z } from 'zod'
import { contract } from '@/lib/api/contract'

export const WorkerHealth = z.strictObject({
  last_looked_at: z.iso.datetime().nullable().meta({ description: 'When a worker last looked for due posts.' }),
  silent_seconds: z.number().nullable().meta({ description: 'How long ago that was, by the clock of the database.' }),
})

export const getHealth = contract({
  method: 'GET',
  path: '/api/v1/health',
  tag: 'Health',
  summary: 'Check that a token works',
  description: 'Says whose token this is and what it may do. Needs a valid token of any scope.',
  scope: 'any',
  answers: {
    200: z.strictObject({
      ok: z.literal(true),
      user_id: z.uuid(),
      project_id: z.uuid().nullable().meta({ description: 'The project the token is bound to.' }),
      scopes: z.array(z.string()),
      server_time: z.iso.datetime(),
    }),
  },
})

export const getReadiness = contract({
  method: 'GET',
  path: '/api/health/ready',
  tag: 'Health',
  summary: 'Check that posts go out',
  description:
    'For monitors. Answers 503 `unavailable` when the database is away, or when no worker has looked for due posts for ' +
    '`WORKER_SILENT_SECONDS`; the error then carries `database`, `worker` and `advice`, which says what to do.',
  scope: 'public',
  answers: {
    200: z.strictObject({
      ok: z.literal(true),
      database: z.literal('ok'),
      worker: WorkerHealth,
      mail: z.enum(['on', 'off']).meta({
        description:
          '`off`: SMTP_URL is not set, so password reset, email confirmation, invitation emails and alerts by email do not work.',
      }),
    }),
  },
  errors: ['unavailable'],
})
