import { setTimeout as sleep } from 'node:timers/promises'
import { database } from '@/lib/db/pool'
import { processDeliveries } from '@/lib/inbox/process/process-deliveries'

/** Only processes the inbox, so it starts fast: it is killed often. */
for (;;) {
  await processDeliveries(database())
  await sleep(50)
}
