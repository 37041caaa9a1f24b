import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { env } from '@/lib/env'
import { type Backend, cancelQuery } from './cancel'
import type { DB } from './types.generated'

/** The pool, or a transaction that the caller has open: repositories take either. */
export type Database = Kysely<DB> | Transaction<DB>

// bigint columns hold counts that stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** What an open transaction will do once it has committed, by name. */
type OpenTransaction = { afterCommit: Map<string, () => Promise<void>> }

const openTransactions = new AsyncLocalStorage<OpenTransaction>()

/**
 * A pool whose `connect` throws inside a transaction. On the embedded database such a query would wait for ever for
 * the transaction that waits for it; on a small pool it is a deadlock that shows only under load.
 */
class TripwirePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (openTransactions.getStore()) {
      const fault = new Error('The pool was used inside a transaction; pass the transaction on.')
      if (!callback) return Promise.reject(fault)
      callback(fault, undefined as never, () => {})
      return undefined
    }
    if (!callback) return super.connect()
    super.connect(callback)
    return undefined
  }
}

/**
 * A connection whose end harms nobody but its query, and that gives itself up when it leaves one unanswered. pg on its
 * own fails that query and puts the connection back, where every later one waits behind the one that never ends. And a
 * server does not notice that nobody waits: it is told to cancel, or the query would stand in line for its locks. The
 * clock is ours: a `statement_timeout` would be session state, and a server that fell silent does not keep it anyway.
 */
class ImpatientClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The pool listens to idle connections alone. One that breaks while it is lent out, between two queries of a
    // transaction, would end the process; the next query on it fails anyway, and the pool then drops it.
    this.on('error', () => {})
    const send = this.query.bind(this) as (...given: unknown[]) => unknown
    const query = (...given: unknown[]): unknown => {
      const result = send(...given)
      if (!(result instanceof Promise)) return result
      return result.catch(async (error: Error) => {
        if (error.message === 'Query read timeout') {
          // In this order: a pooler forgets what it could cancel when the connection ends, and the pool would lend it.
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

/** Opens a pool. No session state is ever set on it: behind a transaction pooler a session belongs to nobody. */
export function connect(url: string, max: number): Connected {
  const pool = new TripwirePool({
    connectionString: url,
    max,
    Client: ImpatientClient,
    query_timeout: env().DATABASE_QUERY_TIMEOUT_SECONDS * 1000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}

const globals = globalThis as { storycastDatabase?: Connected }

/** The process's own pool. Kept on globalThis because Next loads a module once per bundle. */
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

const isRepeatable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')

let savepoints = 0

/**
 * Runs `work` in one short transaction; inside an open one, in a savepoint. A deadlock or a serialization fault is
 * tried again up to three times. Never wait for a network in here.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return inSavepoint(db as Transaction<DB>, work)
  for (let attempt = 1; ; attempt++) {
    const open: OpenTransaction = { afterCommit: new Map() }
    let result: T
    try {
      result = await db.transaction().execute((tx) => openTransactions.run(open, () => work(tx)))
    } catch (error) {
      if (attempt === 4 || !isRepeatable(error)) throw error
      continue
    }
    for (const follow of open.afterCommit.values()) await follow()
    return result
  }
}

/**
 * Runs `work` once the open transaction has committed, at once where none is open, and never when it rolls back. Of
 * several with one name in a transaction the last one runs. `work` must not throw: the change is made already.
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
