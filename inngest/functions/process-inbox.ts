import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import { processDeliveries } from '@/lib/inbox/process/process-deliveries'
import { inngest } from '../client'
import { inboxWaiting } from '../events'

/** Runs every minute and after deliveries. Not `fromJob`, whose turns would skip a second run within two seconds. */
export const processInbox = inngest.createFunction(
  { id: 'process-inbox', triggers: [cron('* * * * *'), inboxWaiting], retries: 2, concurrency: 1 },
  async ({ step }) => step.run('process', () => processDeliveries(database())),
)
