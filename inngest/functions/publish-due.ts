import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import { announcedAheadSeconds } from '@/lib/publishing/announce-due'
import { itemsDueWithin, notifyLooked } from '@/lib/publishing/due'
import { inngest } from '../client'
import { itemDueEvent } from '../events'

/** Every minute: announces each row that is due before the next look. A row that is announced twice keeps its id. */
export const publishDue = inngest.createFunction(
  { id: 'publish-due', triggers: [cron('* * * * *')], retries: 2, concurrency: 1 },
  async ({ step }) => {
    const items = await step.run('find-due-items', async () => {
      await notifyLooked(database(), 'inngest', announcedAheadSeconds)
      return itemsDueWithin(database(), announcedAheadSeconds)
    })
    if (items.length === 0) return { announced: 0 }
    await step.sendEvent('announce-due-items', items.map(itemDueEvent))
    return { announced: items.length }
  },
)
