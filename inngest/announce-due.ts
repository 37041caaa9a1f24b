import { env, isInngestDev } from '@/lib/env'
import { setDueAnnouncer } from '@/lib/publishing/announce-due'
import { inngest } from './client'
import { itemDueEvent } from './events'

/** Where Inngest does the background work: changes of stories tell it of rows that are due before its next look. */
export function announceDueByInngest(): void {
  if (env().INNGEST_EVENT_KEY === undefined && !isInngestDev()) return
  setDueAnnouncer(async (items) => {
    await inngest.send(items.map(itemDueEvent))
  })
}
