import pg from 'pg'
import { database } from '@/lib/db/pool'
import { startPublisher } from '@/lib/publishing/worker'

// Replies to each message with the statements sent to the database since the last one. Each is one round trip.
let statements = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  statements += 1
  return Reflect.apply(query, this, args)
} as typeof query
process.on('message', () => {
  process.send?.({ statements })
  statements = 0
})

startPublisher(database())
