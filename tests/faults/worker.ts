import { database } from '@/lib/db/pool'
import { startPublisher } from '@/lib/publishing/worker'

/** Only publishes, so it starts fast: it is killed often. */
startPublisher(database())
