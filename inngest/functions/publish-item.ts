import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { publishItem as publish } from '@/lib/publishing/publish-item'
import { announcedAheadSeconds } from '@/lib/queue-items/announce-due'
import { itemsDueWithin } from '@/lib/queue-items/due'
import { inngest } from '../client'
import { eventsWaiting, itemDue, itemDueEvent } from '../events'

const worker = 'inngest'
const never = new AbortController().signal

/**
 * Publishes one row, or as much of it as possible now. The lease in Postgres prevents two runs at once. If the next
 * attempt is less than `announcedAheadSeconds` away, it is announced here, otherwise by `publish-due`.
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
    } else if (result !== 'not_due') await step.sendEvent('announce-events', eventsWaitingSoon())
    return { result }
  },
)

const delayMs = 1_000

/** One run for all posts of a second, at its end, when their events are committed. */
function eventsWaitingSoon() {
  const ts = (Math.floor(systemClock().getTime() / delayMs) + 1) * delayMs
  return { name: eventsWaiting.name, id: `events-waiting-${ts}`, ts, data: {} }
}
