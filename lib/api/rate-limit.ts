import { sql } from 'kysely'
import type { BoundProject, Principal } from '@/lib/auth/principal'
import type { Role } from '@/lib/auth/roles'
import { isScope } from '@/lib/auth/scopes'
import { liveSession } from '@/lib/auth/sessions/repository'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'

/** A caller's quota in the current minute. `resetAt` is in Unix seconds. */
export type Quota = {
  limit: number
  remaining: number
  resetAt: number
  isExceeded: boolean
  retryAfterSeconds: number
}

export type Counted<T> = { value: T; quota: Quota }

type Hit = { hits: number; window_start: Date; now: Date }

/** @param position 1-based index of the request in this window */
function quotaAt(position: number, { window_start, now }: Hit): Quota {
  const limit = env().RATE_LIMIT_PER_MINUTE
  const resetAt = Math.ceil(window_start.getTime() / 1000) + 60
  return {
    limit,
    remaining: Math.max(0, limit - position),
    resetAt,
    isExceeded: position > limit,
    retryAfterSeconds: Math.max(1, Math.ceil(resetAt - now.getTime() / 1000)),
  }
}

/**
 * Counts requests of one subject in Postgres, exactly and across all servers. Requests that arrive while a statement
 * is running share the next one, so a single request takes one round trip and a thousand concurrent ones take two. A
 * statement that started before the minute changed may run after one that started later. It must not move the window
 * back, or both minutes would restart at zero. So the statement uses `>=` and `greatest`.
 */
function batched<T>(load: (db: Database, subject: string, hits: number) => Promise<{ value: T; hit: Hit | null }>) {
  type Waiting = { resolve(counted: Counted<T>): void; reject(error: unknown): void }
  const waiting = new Map<string, Waiting[]>()
  const running = new Set<string>()

  async function drain(db: Database, subject: string): Promise<void> {
    running.add(subject)
    for (let batch = waiting.get(subject); batch; batch = waiting.get(subject)) {
      waiting.delete(subject)
      try {
        const { value, hit } = await load(db, subject, batch.length)
        const first = hit ? hit.hits - batch.length + 1 : 0
        for (const [index, request] of batch.entries()) {
          request.resolve({ value, quota: hit ? quotaAt(first + index, hit) : unlimited() })
        }
      } catch (error) {
        for (const request of batch) request.reject(error)
      }
    }
    running.delete(subject)
  }

  return (db: Database, subject: string): Promise<Counted<T>> =>
    new Promise((resolve, reject) => {
      const list = waiting.get(subject)
      if (list) list.push({ resolve, reject })
      else waiting.set(subject, [{ resolve, reject }])
      if (!running.has(subject)) void drain(db, subject)
    })
}

/** Used when the token is unknown; the request is then counted by address. */
const unlimited = (): Quota => ({ limit: 0, remaining: 0, resetAt: 0, isExceeded: false, retryAfterSeconds: 0 })

type TokenRow = {
  id: string
  user_id: string
  project_id: string | null
  role: Role | null
  scopes: string[]
  hits: number
  window_start: Date
  now: Date
}

/**
 * Looks up a token by the hex of its hash and counts the request, in one statement. Null: unknown, revoked or
 * expired. All access tokens of an OAuth grant have one quota.
 */
export const admitToken = batched<Principal | null>(async (db, hash, hits) => {
  const { rows } = await sql<TokenRow>`
    with token as (
      select coalesce(t.grant_id, t.id) as id, t.id as row_id, t.user_id, t.project_id, t.scopes, m.role
      from api_tokens t
      left join project_members m on m.project_id = t.project_id and m.user_id = t.user_id
      where t.token_hash = decode(${hash}, 'hex') and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
        and (t.project_id is null or exists (
          select from projects p where p.id = t.project_id and p.deleted_at is null and m.role is not null))
    ), hit as (
      insert into rate_limit_counters as c (subject, window_start, hits)
      select 'token:' || id, date_trunc('minute', now()), ${hits}::int from token
      on conflict (subject) do update set
        hits = case when c.window_start >= excluded.window_start then c.hits else 0 end + excluded.hits,
        window_start = greatest(c.window_start, excluded.window_start)
      returning hits, window_start
    ), used as (
      update api_tokens set last_used_at = now() from token, hit
      where api_tokens.id = token.row_id and hit.hits = ${hits}::int
    )
    select token.*, hit.hits, hit.window_start, now() as now from token, hit`.execute(db)
  const row = rows[0]
  if (!row) return { value: null, hit: null }
  const project: BoundProject | null = row.project_id && row.role ? { id: row.project_id, role: row.role } : null
  const scopes = new Set(row.scopes.filter(isScope))
  return { value: { kind: 'token', tokenId: row.id, userId: row.user_id, project, scopes }, hit: row }
})

type SessionHit = Hit & { id: string; user_id: string }

/**
 * Checks a session and counts the request for its user, in one statement. Null: unknown or expired. The subject is
 * the session id, a space, and the caller's address.
 */
export const admitSession = batched<Principal | null>(async (db, subject, hits) => {
  const [sessionId = '', address = null] = subject.split(' ', 2)
  const { rows } = await sql<SessionHit>`
    with ${liveSession(sessionId, address)}, hit as (
      insert into rate_limit_counters as c (subject, window_start, hits)
      select 'user:' || user_id, date_trunc('minute', now()), ${hits}::int from session
      on conflict (subject) do update set
        hits = case when c.window_start >= excluded.window_start then c.hits else 0 end + excluded.hits,
        window_start = greatest(c.window_start, excluded.window_start)
      returning hits, window_start
    )
    select session.*, hit.hits, hit.window_start, now() as now from session, hit`.execute(db)
  const row = rows[0]
  if (!row) return { value: null, hit: null }
  return { value: { kind: 'session', userId: row.user_id, sessionId: row.id }, hit: row }
})

/** Counts an unauthenticated request by address (`address:…`). */
export const admitSubject = batched<null>(async (db, subject, hits) => {
  const { rows } = await sql<Hit>`
    insert into rate_limit_counters as c (subject, window_start, hits)
    values (${subject}, date_trunc('minute', now()), ${hits}::int)
    on conflict (subject) do update set
      hits = case when c.window_start >= excluded.window_start then c.hits else 0 end + excluded.hits,
      window_start = greatest(c.window_start, excluded.window_start)
    returning hits, window_start, now() as now`.execute(db)
  return { value: null, hit: rows[0] ?? null }
})
