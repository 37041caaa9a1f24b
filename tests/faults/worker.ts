import { database } from '@/lib/db/pool'
import { startPublisher } from '@/lib/publishing/worker'

/** A publisher and nothing else: it is killed so often that every millisecond of its start counts. */
startPublisher(database())
