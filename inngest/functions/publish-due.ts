import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import { itemsDueWithin, notifyLooked } from '@/lib/publishing/due'
import { inngest } from '../client'
import { itemDue } from '../events'

/** A row is announced up to this long before its time, and started at its time to the second. */
const aheadSeconds = 90

/** Every minute: tells of each row that is due until the next look. One told of twice is told of with one id. */
export const publishDue = inngest.createFunction(
  { id: 'publish-due', triggers: [cron('* * * * *')], retries: 2, concurrency: 1 },
  async ({ step }) => {
    const items = await step.run('find-due-items', async () => {
      await notifyLooked(database(), 'inngest', aheadSeconds)
      return itemsDueWithin(database(), aheadSeconds)
    })
    if (items.length === 0) return { announced: 0 }
    await step.sendEvent(
      'announce-due-items',
      items.map(({ id, connection, due_at_ms }) => ({
        name: itemDue.name,
        id: `${id}-${due_at_ms}`,
        ts: due_at_ms,
        data: { queue_item_id: id, connection },
      })),
    )
    return { announced: items.length }
  },
)
