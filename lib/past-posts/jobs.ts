import type { Job } from '@/lib/job'
import { runPastImports } from './run-imports'

export const jobs: readonly Job[] = [
  {
    name: 'import-past-posts',
    summary: 'Reads past posts of connected accounts that someone asked to import.',
    everySeconds: 5,
    cron: '* * * * *',
    isLong: true,
    run: runPastImports,
  },
]
