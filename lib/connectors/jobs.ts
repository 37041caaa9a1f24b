import type { Job } from '@/lib/job'
import { checkDue } from './check/check-due'
import { forgetItems } from './check/forget-items'

export const jobs: readonly Job[] = [
  {
    name: 'check-connectors',
    summary: 'Reads the data sources that are due, each every 15 minutes, and stores new items.',
    everySeconds: 60,
    cron: '* * * * *',
    isLong: true,
    run: checkDue,
  },
  {
    name: 'forget-connector-items',
    summary: 'Deletes items 90 days after they left their source.',
    everySeconds: 86_400,
    offsetSeconds: 4 * 3_600,
    cron: '0 4 * * *',
    isLong: true,
    run: forgetItems,
  },
]
