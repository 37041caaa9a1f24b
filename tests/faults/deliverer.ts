import { database } from '@/lib/db/pool'
import { startDeliveries } from '@/lib/webhooks/worker'

/** Deliveries and nothing else: it is killed so often that every millisecond of its start counts. */
startDeliveries(database())
