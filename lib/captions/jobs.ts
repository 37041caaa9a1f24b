import type { Job } from '@/lib/job'
import { copyPublishedCaptions } from './corpus/copy-published'
import { embedWaiting } from './corpus/embed'

export const jobs: readonly Job[] = [
  {
    name: 'copy-captions',
    summary: 'Copies captions of published stories into the caption corpus, where they wait for approval.',
    everySeconds: 60,
    cron: '* * * * *',
    run: copyPublishedCaptions,
  },
  {
    name: 'embed-captions',
    summary: 'Embeds captions of the corpus that have no vector of the current model.',
    everySeconds: 60,
    cron: '* * * * *',
    isLong: true,
    run: embedWaiting,
  },
]
