import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '@/lib/auth/tokens'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { type CodeResult, verifyCode } from './verify'

/** Time limit of the second step. */
export const challengeSeconds = 300
/** Max codes per challenge. After that the password is required again. */
const triesMax = 5
const tokenBytes = 32

/**
 * Records that a user passed the first step of a sign-in.
 *
 * @returns the value of the browser's cookie. It grants nothing without a code
 */
export async function startChallenge(db: Database, userId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  await sql`
    insert into sign_in_challenges (id, user_id, token_hash, expires_at)
    values (${newId()}, ${userId}, ${hashToken(token)}, now() + make_interval(secs => ${challengeSeconds}))`.execute(db)
  return token
}

export type ChallengeResult = { userId: string } | { refusal: 'expired' } | Exclude<CodeResult, 'right'>

/** Checks a challenge's code. A correct code ends the challenge, and so do too many wrong ones. */
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

/** Whether a challenge is still open. */
export async function isChallengeOpen(db: Database, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_challenges
    where token_hash = ${hashToken(token)} and expires_at > now() and tries < ${triesMax}`.execute(db)
  return rows.length > 0
}

/** Ends all open challenges of a user: one succeeded, or the password changed. */
export async function endChallenges(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}

export async function deleteExpiredChallenges(db: Database): Promise<void> {
  await sql`delete from sign_in_challenges where expires_at < now()`.execute(db)
}
