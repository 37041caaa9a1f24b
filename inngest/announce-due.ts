import { env, isInngestDev } from '@/lib/env'
import { setDueAnnouncer } from '@/lib/queue-items/announce-due'
import { inngest } from './client'
import { itemDueEvent } from './events'

/** With Inngest: a change to a story announces rows that are due before the next run of `publish-due`. */
export function announceDueByInngest(): void {
  if (env().INNGEST_EVENT_KEY === undefined && !isInngestDev()) return
  setDueAnnouncer(async (items) => {
    await inngest.send(items.map(itemDueEvent))
  })
}
