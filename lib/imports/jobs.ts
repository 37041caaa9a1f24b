import type { Job } from '@/lib/job'
import { forgetExpired } from './run/repository'
import { runImports } from './run/run-imports'

export const jobs: readonly Job[] = [
  {
    name: 'run-imports',
    summary: 'Creates the stories of confirmed imports, and deletes those of undone ones.',
    everySeconds: 2,
    cron: '* * * * *',
    isLong: true,
    run: runImports,
  },
  {
    name: 'forget-imports',
    summary: 'Deletes imports that have expired.',
    everySeconds: 86_400,
    offsetSeconds: 4 * 3_600 + 600,
    cron: '10 4 * * *',
    run: forgetExpired,
  },
]
