import { eventType } from 'inngest'
import { z } from 'zod'

/** A queue row's time has come. `connection` is what concurrency is limited by: one project's one channel. */
export const itemDue = eventType('queue/item.due', {
  schema: z.object({ queue_item_id: z.uuid(), connection: z.string() }),
})

/** There are events to tell of. */
export const eventsWaiting = eventType('webhooks/events.waiting', { schema: z.object({}) })
