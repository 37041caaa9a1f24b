import type { Job } from '@/lib/job'
import { enqueueDigests } from './digest'
import { enqueueForecastMails } from './forecast'
import { enqueueWeeklySummaries } from './weekly'

export const jobs: readonly Job[] = [
  {
    name: 'collect-digests',
    summary:
      'Creates emails about failed posts, connections, pillars, automations, approval requests, comments and client reviews: at most one per kind, user and 15 minutes.',
    everySeconds: 20,
    cron: '* * * * *',
    isLong: true,
    run: enqueueDigests,
  },
  {
    name: 'queue-forecast-mails',
    summary:
      'Creates emails about new problems in the queue, once a day for users in whose time zone it is after 8:00.',
    everySeconds: 900,
    cron: '*/15 * * * *',
    isLong: true,
    run: (db) => enqueueForecastMails(db),
  },
  {
    name: 'weekly-summaries',
    summary: 'Creates weekly summaries for users in whose time zone it is Monday after 8:00.',
    everySeconds: 900,
    cron: '*/15 * * * *',
    isLong: true,
    run: (db) => enqueueWeeklySummaries(db),
  },
]
