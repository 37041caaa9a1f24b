import type { Principal } from '@/lib/auth/principal'
import type { Database } from '@/lib/db/pool'

/** What a service knows of the request besides its input. Nothing in it is HTTP. */
export type Context = {
  /** The pool, or the transaction that an idempotent request runs in. */
  db: Database
  principal: Principal
  now: Date
  /** Where the request comes from, to slow down guessing; absent where there is no request. */
  address?: string
}
