import type { Job } from '@/lib/job'
import { syncMetrics, syncNewPins } from './sync-metrics'

export const jobs: readonly Job[] = [
  {
    name: 'sync-metrics',
    summary: 'Reads due metrics of posts: first after publishing, then after one, three and seven days.',
    everySeconds: 900,
    cron: '*/15 * * * *',
    isLong: true,
    run: syncMetrics,
  },
  {
    name: 'sync-new-pins',
    summary: 'Reads the metrics of pins for the first time, a minute after publishing.',
    everySeconds: 60,
    cron: '* * * * *',
    isLong: true,
    run: syncNewPins,
  },
]
