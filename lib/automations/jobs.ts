import type { Job } from '@/lib/job'
import { log } from '@/lib/logger'
import { runAutomations } from './run/run-automations'

export const jobs: readonly Job[] = [
  {
    name: 'run-automations',
    summary: 'Makes the stories of automations: for slots, new items of connectors, moments and published stories.',
    everySeconds: 60,
    cron: '* * * * *',
    isLong: true,
    async run(db) {
      const counts = await runAutomations(db)
      if (Object.values(counts).some((count) => count > 0)) log.info('automations.ran', counts)
      return counts
    },
  },
]
