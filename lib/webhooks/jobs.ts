import type { Job } from '@/lib/job'
import { deleteOldDeliveries } from './delete-old'

export const jobs: readonly Job[] = [
  {
    name: 'forget-deliveries',
    summary: 'Deletes webhook deliveries after 30 days, and events and alerts after 90 days.',
    everySeconds: 3_600,
    cron: '41 * * * *',
    isLong: true,
    run: deleteOldDeliveries,
  },
]
