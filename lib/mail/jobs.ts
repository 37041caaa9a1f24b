import type { Job } from '@/lib/job'
import { sendDueMails } from './send'

export const jobs: readonly Job[] = [
  {
    name: 'send-mail',
    summary: 'Sends due emails, and retries those that the mail server rejected.',
    everySeconds: 5,
    cron: '* * * * *',
    isLong: true,
    run: sendDueMails,
  },
]
