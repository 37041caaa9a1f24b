import type { Job } from '@/lib/job'
import { postFirstComments } from './first-comments/post-comments'
import { inspectDueMedia } from './media/inspect-due-media'
import { prepareDueMedia } from './media/prepare-ahead'
import { recheckMedia } from './media/recheck-media'
import { sweepStale } from './settle/sweep-stale'

export const jobs: readonly Job[] = [
  {
    name: 'sweep-stale',
    summary: 'Fails approved rows that are more than an hour late.',
    everySeconds: 60,
    cron: '* * * * *',
    run: sweepStale,
  },
  {
    name: 'post-first-comments',
    summary: 'Writes first comments below new posts, and asks the network about those whose call had no clear result.',
    everySeconds: 2,
    cron: '* * * * *',
    isLong: true,
    run: postFirstComments,
  },
  {
    name: 'prepare-media',
    summary: 'Inspects the media of stories that are due within a day, and creates the files that networks need.',
    everySeconds: 60,
    cron: '* * * * *',
    isLong: true,
    run: prepareDueMedia,
  },
  {
    name: 'recheck-media',
    summary: 'Checks every day whether the media of stories that are due within 14 days can still be fetched.',
    everySeconds: 900,
    cron: '*/15 * * * *',
    isLong: true,
    run: recheckMedia,
  },
  {
    name: 'inspect-media',
    summary: 'Checks media of scheduled stories that could not be checked when the story was saved.',
    everySeconds: 15,
    cron: '* * * * *',
    isLong: true,
    run: inspectDueMedia,
  },
]
