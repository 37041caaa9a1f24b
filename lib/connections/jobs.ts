import type { Job } from '@/lib/job'
import { refreshTokens, refreshUrgent } from './refresh/refresh-jobs'

export const jobs: readonly Job[] = [
  {
    name: 'refresh-tokens',
    summary:
      'Renews connections that expire within 7 days, and reports those that expire within 30 days. At 03:00 UTC.',
    everySeconds: 86_400,
    offsetSeconds: 3 * 3_600,
    cron: '0 3 * * *',
    isLong: true,
    run: refreshTokens,
  },
  {
    name: 'refresh-urgent',
    summary: 'Renews connections that expire within hours, and retries failed or interrupted renewals.',
    everySeconds: 20,
    cron: '* * * * *',
    isLong: true,
    run: refreshUrgent,
  },
]
