import { closeDatabase, database } from '@/lib/db/pool'
import { startDeliveries } from '@/lib/webhooks/worker'

/** Deliveries and nothing else. It records what it has sent before it goes, or the next one would send it again. */
const deliveries = startDeliveries(database())
process.once(
  'SIGTERM',
  () =>
    void deliveries
      .stop(5_000)
      .then(closeDatabase)
      .then(() => process.exit(0)),
)
