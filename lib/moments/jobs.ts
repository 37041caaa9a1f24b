import type { Job } from '@/lib/job'
import { log } from '@/lib/logger'
import { detectMoments } from './detect-moments'

export const jobs: readonly Job[] = [
  {
    name: 'detect-moments',
    summary:
      'Compares new metrics of posts with those of earlier posts, and drafts follow-ups where a project wants them.',
    everySeconds: 300,
    // After the metrics sync, which starts at the full quarter.
    offsetSeconds: 120,
    cron: '2-57/5 * * * *',
    isLong: true,
    async run(db) {
      const report = await detectMoments(db)
      if (report.readings > 0) log.info('moments.checked', report)
      return report
    },
  },
]
