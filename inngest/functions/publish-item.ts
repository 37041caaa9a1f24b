import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { claimOne } from '@/lib/publishing/claim'
import { publishItem as publish } from '@/lib/publishing/publish-item'
import { inngest } from '../client'
import { eventsWaiting, itemDue } from '../events'

const worker = 'inngest'
const never = new AbortController().signal

/**
 * Takes one row as far as it goes now. The lease in Postgres keeps two runs apart; a row that has to wait is announced
 * again by `publish-due`.
 */
export const publishItem = inngest.createFunction(
  {
    id: 'publish-item',
    triggers: [itemDue],
    retries: 1,
    concurrency: { key: 'event.data.connection', limit: env().PUBLISH_CONCURRENCY_PER_CONNECTION },
  },
  async ({ event, step }) => {
    const result = await step.run('publish', async () => {
      const db = database()
      const claim = await claimOne(db, event.data.queue_item_id, {
        worker,
        leaseSeconds: env().PUBLISH_LEASE_SECONDS,
      })
      return claim ? publish(db, claim, never) : 'not_due'
    })
    if (result !== 'not_due' && result !== 'waiting') await step.sendEvent('announce-events', soon())
    return { result }
  },
)

const heldBackMs = 1_000

/** One start for all posts of a second, at its end: by then what they have to tell is committed. */
function soon() {
  const ts = (Math.floor(systemClock().getTime() / heldBackMs) + 1) * heldBackMs
  return { name: eventsWaiting.name, id: `events-waiting-${ts}`, ts, data: {} }
}
