import type { Job } from '@/lib/job'
import { createDueStories } from './run/create-due-stories'

export const jobs: readonly Job[] = [
  {
    name: 'create-recurring',
    summary: 'Creates the stories of recurring templates, some time before their slots.',
    everySeconds: 300,
    cron: '*/5 * * * *',
    isLong: true,
    run: createDueStories,
  },
]
