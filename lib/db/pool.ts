import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { env } from '@/lib/env'
import { type Backend, cancelQuery } from './cancel'
import type { DB } from './types.generated'

/** The pool or the caller's open transaction. Repositories accept both. */
export type Database = Kysely<DB> | Transaction<DB>

// bigint columns hold counts far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Callbacks to run after an open transaction commits, by name. */
type OpenTransaction = { afterCommit: Map<string, () => Promise<void>> }

const openTransactions = new AsyncLocalStorage<OpenTransaction>()

/**
 * A pool whose `connect` throws inside a transaction. On the embedded database such a query would wait forever for
 * its own transaction. On a small pool it is a deadlock that only appears under load.
 */
class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (openTransactions.getStore()) {
      const error = new Error('The pool was used inside a transaction. Pass the transaction instead.')
      if (!callback) return Promise.reject(error)
      callback(error, undefined as never, () => {})
      return undefined
    }
    if (!callback) return super.connect()
    super.connect(callback)
    return undefined
  }
}

/**
 * A connection that ends after a query timeout. pg alone fails the query and returns the connection to the pool,
 * where later queries wait behind the one that never ends. The server does not notice the timeout, so the query is
 * canceled there; otherwise it would keep waiting for locks. The timer is in this process: `statement_timeout` would
 * be session state, and a silent server does not apply it.
 */
class CancellingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The pool only listens to idle connections. An error of a connection in use, between two queries of a
    // transaction, would end the process. Its next query fails anyway, and the pool then drops it.
    this.on('error', () => {})
    const send = this.query.bind(this) as (...given: unknown[]) => unknown
    const query = (...given: unknown[]): unknown => {
      const result = send(...given)
      if (!(result instanceof Promise)) return result
      return result.catch(async (error: Error) => {
        if (error.message === 'Query read timeout') {
          // In this order: a pooler cannot cancel after the connection ends, and the pool must not reuse it before.
          await cancelQuery(this as unknown as Backend)
          void this.end().catch(() => {})
        }
        throw error
      })
    }
    Object.assign(this, { query })
  }
}

export type Connected = { db: Kysely<DB>; close(): Promise<void> }

/** Opens a pool. Sets no session state, because transaction poolers share sessions. */
export function connect(url: string, max: number): Connected {
  const pool = new GuardedPool({
    connectionString: url,
    max,
    Client: CancellingClient,
    query_timeout: env().DATABASE_QUERY_TIMEOUT_SECONDS * 1000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // The pool replaces a broken idle connection. Without a listener the error would end the process.
  pool.on('error', () => {})
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}

const globals = globalThis as { storycastDatabase?: Connected }

/** The pool of this process. Stored on globalThis because Next loads a module once per bundle. */
export function database(): Kysely<DB> {
  const { DATABASE_URL, DATABASE_POOL_MAX } = env()
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set. `npm run up` sets it; see .env.example.')
  globals.storycastDatabase ??= connect(DATABASE_URL, DATABASE_POOL_MAX)
  return globals.storycastDatabase.db
}

export async function closeDatabase(): Promise<void> {
  const open = globals.storycastDatabase
  globals.storycastDatabase = undefined
  await open?.close()
}

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

let savepoints = 0

/**
 * Runs `work` in a short transaction, or in a savepoint inside an open one. Retries deadlocks and serialization
 * failures up to three times. Never wait for a network call in it.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return inSavepoint(db as Transaction<DB>, work)
  for (let attempt = 1; ; attempt++) {
    const open: OpenTransaction = { afterCommit: new Map() }
    let result: T
    try {
      result = await db.transaction().execute((tx) => openTransactions.run(open, () => work(tx)))
    } catch (error) {
      if (attempt === 4 || !isRetryable(error)) throw error
      continue
    }
    for (const follow of open.afterCommit.values()) await follow()
    return result
  }
}

/**
 * Runs `work` after the open transaction commits, at once if none is open, and never after a rollback. If a name is
 * used several times in a transaction, only the last one runs. `work` must not throw, because the change is already
 * committed.
 */
export async function afterCommit(name: string, work: () => Promise<void>): Promise<void> {
  const open = openTransactions.getStore()
  if (open) open.afterCommit.set(name, work)
  else await work()
}

async function inSavepoint<T>(tx: Transaction<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  const name = sql.id(`sp_${++savepoints % 1_000_000}`)
  const open = openTransactions.getStore()
  const before = new Map(open?.afterCommit)
  await sql`savepoint ${name}`.execute(tx)
  try {
    const result = await work(tx)
    await sql`release savepoint ${name}`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint ${name}`.execute(tx)
    if (open) open.afterCommit = before
    throw error
  }
}
