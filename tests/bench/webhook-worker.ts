import { closeDatabase, database } from '@/lib/db/pool'
import { startDeliveries } from '@/lib/webhooks/sending/worker'

/** A worker that only delivers webhooks. Records its results before it exits, so that nothing is sent twice. */
const deliveries = startDeliveries(database())
process.once(
  'SIGTERM',
  () =>
    void deliveries
      .stop(5_000)
      .then(closeDatabase)
      .then(() => process.exit(0)),
)
