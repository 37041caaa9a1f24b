import { type Selectable, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { UserSessions } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'

/** Sessions expire this many days after sign-in, regardless of use. */
export const sessionDays = 30

/** Max stored length. `User-Agent` headers can be kilobytes long. */
const userAgentMax = 500

export type NewSession = { userId: string; userAgent: string | null; address: string | null }
export type StartedSession = { id: string; userId: string; expiresAt: Date }
export type LiveSession = { sessionId: string; userId: string }
export type SessionRow = Pick<
  Selectable<UserSessions>,
  'id' | 'user_agent' | 'address' | 'created_at' | 'last_seen_at' | 'expires_at'
>

/** Records a sign-in. `makeSessionCookie` in lib/auth/sessions/cookie.ts creates the cookie. */
export async function startSession(db: Database, { userId, userAgent, address }: NewSession): Promise<StartedSession> {
  const id = newId()
  const { expires_at } = await db
    .insertInto('user_sessions')
    .values({
      id,
      user_id: userId,
      user_agent: userAgent?.slice(0, userAgentMax) ?? null,
      address,
      expires_at: sql<Date>`now() + make_interval(days => ${sessionDays}::int)`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { id, userId, expiresAt: expires_at }
}

/** CTE for statements that check a session. Returns no row unless the session is live, and updates its last use. */
export const liveSession = (sessionId: string, address: string | null) => sql`
  session as (
    select s.id, s.user_id from user_sessions s
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > now()
  ), seen as (
    update user_sessions s set last_seen_at = now(), address = coalesce(${address}, s.address)
    from session where s.id = session.id and s.last_seen_at < now() - interval '1 minute'
  )`

/** The session if it is live: not ended and not expired. */
export async function findLiveSession(
  db: Database,
  sessionId: string,
  address: string | null,
): Promise<LiveSession | null> {
  const { rows } = await sql<LiveSession>`
    with ${liveSession(sessionId, address)}
    select id as "sessionId", user_id as "userId" from session`.execute(db)
  return rows[0] ?? null
}

/** Whether the sign-in was within the last 10 minutes. */
export async function isSessionFresh(db: Database, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from user_sessions where id = ${sessionId} and created_at > now() - interval '10 minutes'`.execute(db)
  return rows.length > 0
}

/** Signs one browser out. False if the user has no such live session. */
export async function endSession(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update user_sessions set ended_at = now()
    where id = ${sessionId} and user_id = ${userId} and ended_at is null and expires_at > now() returning id`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Ends all sessions of a user except one; all if that is null.
 *
 * @returns the number of ended sessions
 */
export async function endOtherSessions(db: Database, userId: string, exceptSessionId: string | null): Promise<number> {
  const { rows } = await sql`
    update user_sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and expires_at > now()
      and id is distinct from ${exceptSessionId}::uuid returning id`.execute(db)
  return rows.length
}

/** Live sessions, newest first. */
export async function listSessions(
  db: Database,
  userId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<SessionRow[]> {
  return db
    .selectFrom('user_sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes expired and ended sessions. */
export async function deleteExpiredSessions(db: Database): Promise<void> {
  await sql`delete from user_sessions where expires_at < now()`.execute(db)
}
