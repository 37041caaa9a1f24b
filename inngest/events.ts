import { eventType } from 'inngest'
import { z } from 'zod'
import type { DueItem } from '@/lib/queue-items/due'

/** A queue row is due. Concurrency is limited by `connection`: one channel of one project. */
export const itemDue = eventType('queue/item.due', {
  schema: z.object({ queue_item_id: z.uuid(), connection: z.string() }),
})

/** Publishes a row at its due time. The id contains row and time: Inngest drops repeats for 24 hours. */
export const itemDueEvent = ({ id, connection, due_at_ms }: DueItem) => ({
  name: itemDue.name,
  id: `${id}-${due_at_ms}`,
  ts: due_at_ms,
  data: { queue_item_id: id, connection },
})

/** Deliveries of Instagram or Facebook wait to be processed. */
export const inboxWaiting = eventType('inbox/deliveries.waiting', { schema: z.object({}) })

/** An import is confirmed, or undone. */
export const importsWaiting = eventType('imports/rows.waiting', { schema: z.object({}) })

/** Events are waiting for delivery to webhooks. */
export const eventsWaiting = eventType('webhooks/events.waiting', { schema: z.object({}) })
