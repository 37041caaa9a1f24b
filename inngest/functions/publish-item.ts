import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { announcedAheadSeconds } from '@/lib/publishing/announce-due'
import { claimOne } from '@/lib/publishing/claim'
import { itemsDueWithin } from '@/lib/publishing/due'
import { publishItem as publish } from '@/lib/publishing/publish-item'
import { inngest } from '../client'
import { eventsWaiting, itemDue, itemDueEvent } from '../events'

const worker = 'inngest'
const never = new AbortController().signal

/**
 * Takes one row as far as it goes now. The lease in Postgres keeps two runs apart. A row that has to wait for less than
 * `announcedAheadSeconds` is announced again here, for its next attempt; otherwise by `publish-due`.
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
    if (result === 'waiting') {
      const next = await step.run('find-next-attempt', () =>
        itemsDueWithin(database(), announcedAheadSeconds, { itemId: event.data.queue_item_id }),
      )
      if (next.length > 0) await step.sendEvent('announce-next-attempt', next.map(itemDueEvent))
    } else if (result !== 'not_due') await step.sendEvent('announce-events', soon())
    return { result }
  },
)

const heldBackMs = 1_000

/** One start for all posts of a second, at its end: by then what they have to tell is committed. */
function soon() {
  const ts = (Math.floor(systemClock().getTime() / heldBackMs) + 1) * heldBackMs
  return { name: eventsWaiting.name, id: `events-waiting-${ts}`, ts, data: {} }
}
