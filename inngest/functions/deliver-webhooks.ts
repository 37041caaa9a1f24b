import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import { deliverDue } from '@/lib/webhooks/worker'
import { inngest } from '../client'
import { eventsWaiting } from '../events'

/** A run begins each minute and stops before the next, which continues the work. */
const runMs = 50_000

/**
 * Every minute, and after posts: makes deliveries of new events, and sends them and the retries that are due. A run that
 * fails is retried by Inngest; each delivery is leased in Postgres, so a repeat sends none twice.
 */
export const deliverWebhooks = inngest.createFunction(
  { id: 'deliver-webhooks', triggers: [cron('* * * * *'), eventsWaiting], retries: 2, concurrency: 1 },
  async ({ step }) => {
    const done = await step.run('deliver', () => deliverDue(database(), { forMs: runMs }))
    return { done }
  },
)
