import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import { deliverDue } from '@/lib/webhooks/worker'
import { inngest } from '../client'
import { eventsWaiting } from '../events'

/** A run begins each minute, so it leaves off before the next; what is not done by then goes on there. */
const runMs = 50_000

/** Every minute, and after posts: makes deliveries of new events, and sends them and the retries whose time has come. */
export const deliverWebhooks = inngest.createFunction(
  { id: 'deliver-webhooks', triggers: [cron('* * * * *'), eventsWaiting], retries: 0, concurrency: 1 },
  async ({ step }) => {
    const done = await step.run('deliver', () => deliverDue(database(), { forMs: runMs }))
    return { done }
  },
)
