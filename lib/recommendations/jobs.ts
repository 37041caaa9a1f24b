import type { Job } from '@/lib/job'
import { wordDueRecommendations } from './wording/word-due'

export const jobs: readonly Job[] = [
  {
    name: 'word-recommendations',
    summary: 'Lets the AI model word the rationales of recommendations that were listed. Does nothing without a model.',
    everySeconds: 60,
    cron: '* * * * *',
    isLong: true,
    run: wordDueRecommendations,
  },
]
