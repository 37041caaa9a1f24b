import { systemClock } from '@/lib/clock'
import { env, isInngestDev } from '@/lib/env'
import { setImportAnnouncer } from '@/lib/imports/announce'
import { setInboxAnnouncer } from '@/lib/inbox/receive/announce'
import { setDueAnnouncer } from '@/lib/queue-items/announce-due'
import { inngest } from './client'
import { importsWaiting, inboxWaiting, itemDueEvent } from './events'

const secondMs = 1_000

/**
 * With Inngest: a change to a story announces rows that are due before the next run of `publish-due`, and received
 * deliveries wake `process-inbox`, once per second. Confirmed imports wake `run-imports`.
 */
export function announceDueByInngest(): void {
  if (env().INNGEST_EVENT_KEY === undefined && !isInngestDev()) return
  setDueAnnouncer(async (items) => {
    await inngest.send(items.map(itemDueEvent))
  })
  setInboxAnnouncer(async () => {
    const ts = (Math.floor(systemClock().getTime() / secondMs) + 1) * secondMs
    await inngest.send({ name: inboxWaiting.name, id: `inbox-waiting-${ts}`, ts, data: {} })
  })
  setImportAnnouncer(async () => {
    await inngest.send({ name: importsWaiting.name, data: {} })
  })
}
