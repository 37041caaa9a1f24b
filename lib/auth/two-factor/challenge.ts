import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '@/lib/auth/tokens'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { type CodeResult, verifyCode } from './verify'

/** How long the second step may take. */
export const challengeSeconds = 300
/** Codes that one challenge takes. After that the password is asked for again. */
const triesMax = 5
const tokenBytes = 32

/**
 * Notes that a user passed the first step of a sign-in.
 *
 * @returns the value for the browser's cookie. By itself it grants nothing: the second step needs a code as well
 */
export async function startChallenge(db: Database, userId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  await sql`
    insert into sign_in_challenges (id, user_id, token_hash, expires_at)
    values (${newId()}, ${userId}, ${hashToken(token)}, now() + make_interval(secs => ${challengeSeconds}))`.execute(db)
  return token
}

export type ChallengeResult = { userId: string } | { refusal: 'expired' } | Exclude<CodeResult, 'right'>

/** Answers a challenge with a code. A right answer ends the challenge, and so do too many wrong ones. */
export async function answerChallenge(
  db: Database,
  { token, code, address, now }: { token: string; code: string; address: string; now: Date },
): Promise<ChallengeResult> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    update sign_in_challenges set tries = tries + 1
    where token_hash = ${hashToken(token)} and expires_at > now() and tries < ${triesMax}
    returning id, user_id`.execute(db)
  const challenge = rows[0]
  if (!challenge) return { refusal: 'expired' }
  const result = await verifyCode(db, { userId: challenge.user_id, code, address, now })
  if (result !== 'right') return result
  await endChallenges(db, challenge.user_id)
  return { userId: challenge.user_id }
}

/** Whether a cookie's challenge still waits for a code. */
export async function isChallengeOpen(db: Database, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_challenges
    where token_hash = ${hashToken(token)} and expires_at > now() and tries < ${triesMax}`.execute(db)
  return rows.length > 0
}

/** Ends every sign-in of a user that waits for a code: it succeeded, or the password changed. */
export async function endChallenges(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}

export async function forgetChallenges(db: Database): Promise<void> {
  await sql`delete from sign_in_challenges where expires_at < now()`.execute(db)
}
