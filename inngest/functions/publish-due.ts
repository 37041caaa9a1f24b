import { cron } from 'inngest'
import { database } from '@/lib/db/pool'
import { saveHeartbeat } from '@/lib/publishing/worker-heartbeat'
import { announcedAheadSeconds } from '@/lib/queue-items/announce-due'
import { itemsDueWithin } from '@/lib/queue-items/due'
import { inngest } from '../client'
import { itemDueEvent } from '../events'

/** Runs every minute: announces each row that is due before the next run. A row announced twice keeps its event id. */
export const publishDue = inngest.createFunction(
  { id: 'publish-due', triggers: [cron('* * * * *')], retries: 2, concurrency: 1 },
  async ({ step }) => {
    const items = await step.run('find-due-items', async () => {
      await saveHeartbeat(database(), 'inngest', announcedAheadSeconds)
      return itemsDueWithin(database(), announcedAheadSeconds)
    })
    if (items.length === 0) return { announced: 0 }
    await step.sendEvent('announce-due-items', items.map(itemDueEvent))
    return { announced: items.length }
  },
)
