import type { Job } from '@/lib/job'
import { copyPublishedCaptions } from './corpus/copy-published'

export const jobs: readonly Job[] = [
  {
    name: 'copy-captions',
    summary: 'Copies captions of published stories into the caption corpus, where they wait for approval.',
    everySeconds: 60,
    cron: '* * * * *',
    run: copyPublishedCaptions,
  },
]
