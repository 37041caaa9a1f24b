import type { Job } from '@/lib/job'
import { cleanUpMedia } from './clean-up'
import { makePreviews } from './previews'

export const jobs: readonly Job[] = [
  {
    name: 'clean-up-media',
    summary: 'Deletes chunks of finished uploads, unused files after an hour, and unused renditions after 30 days.',
    everySeconds: 3_600,
    cron: '41 * * * *',
    isLong: true,
    run: cleanUpMedia,
  },
  {
    name: 'make-previews',
    summary: 'Creates previews of new media for the dashboard.',
    everySeconds: 5,
    cron: '* * * * *',
    isLong: true,
    run: makePreviews,
  },
]
