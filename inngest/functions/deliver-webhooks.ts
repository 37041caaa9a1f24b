import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import { deliverDue } from '@/lib/webhooks/sending/worker'
import { inngest } from '../client'
import { eventsWaiting } from '../events'

/** A run starts every minute and stops before the next one, which continues the work. */
const runMs = 50_000

/**
 * Runs every minute and after posts: creates deliveries for new events and sends due deliveries and retries. Inngest
 * retries a failed run. Each delivery is leased in Postgres, so a repeated run sends none twice.
 */
export const deliverWebhooks = inngest.createFunction(
  { id: 'deliver-webhooks', triggers: [cron('* * * * *'), eventsWaiting], retries: 2, concurrency: 1 },
  async ({ step }) => {
    const done = await step.run('deliver', () => deliverDue(database(), { forMs: runMs }))
    return { done }
  },
)
