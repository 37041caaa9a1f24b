import { z } from 'zod'
import { contract } from '@/lib/api/contract'

export const WorkerHealth = z.strictObject({
  last_looked_at: z.iso.datetime().nullable().meta({ description: 'When a worker last checked for due posts.' }),
  silent_seconds: z.number().nullable().meta({ description: 'Seconds since that check, by the database clock.' }),
})

export const getHealth = contract({
  method: 'GET',
  path: '/api/v1/health',
  tag: 'Health',
  summary: 'Check that a token works',
  description: 'Returns the owner and scopes of the token. Requires a valid token with any scope.',
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
  summary: 'Check that posts are being published',
  description:
    'For monitoring. Returns 503 `unavailable` if the database is unavailable, or if no worker has checked for due posts for ' +
    '`WORKER_SILENT_SECONDS`; the error then has `database`, `worker` and `advice` (what to do).',
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
