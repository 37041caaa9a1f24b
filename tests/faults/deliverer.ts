import { database } from '@/lib/db/pool'
import { startDeliveries } from '@/lib/webhooks/sending/worker'

/** Only delivers webhooks, so it starts fast: it is killed often. */
startDeliveries(database())
