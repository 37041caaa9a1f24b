import type { Transaction } from 'kysely'
import { isScope, type Scope } from '@/lib/auth/scopes'
import { hashToken } from '@/lib/auth/tokens'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { ClientRow } from '../clients/repository'
import { OAuthError } from '../protocol/oauth-error'
import { openAnswer, sealAnswer } from '../protocol/seal-answer'
import { accessTokenSeconds, type IssuedTokens, issueTokens } from './issue-tokens'
import { endGrant, type LockedRefreshToken, lockRefreshToken, replaceRefreshToken } from './repository'

/** Time in which a used refresh token is answered with the same tokens: the first response may have been lost. */
const graceSeconds = 30

export type Refresh = {
  client: ClientRow
  refreshToken: string
  /** Null: all scopes of the grant. */
  scopes: readonly Scope[] | null
  now: Date
}

/** Tokens, and the seconds until the access token expires. */
export type Refreshed = { tokens: IssuedTokens; expiresIn: number }

/**
 * Replaces a refresh token (RFC 9700, section 4.14.2). Two requests at once get the same tokens. A later reuse ends
 * the grant, because a copy was stolen.
 *
 * @throws OAuthError invalid_grant, invalid_scope
 */
export async function refresh(db: Database, wanted: Refresh): Promise<Refreshed> {
  // Refusals are returned, not thrown: what they change must be committed.
  const result = await transaction(db, (tx) => tryRefresh(tx, wanted))
  if (result instanceof OAuthError) throw result
  return result
}

const refused = (message: string): OAuthError => new OAuthError('invalid_grant', message)

async function tryRefresh(tx: Transaction<DB>, wanted: Refresh): Promise<Refreshed | OAuthError> {
  const { client, refreshToken, now } = wanted
  const hash = hashToken(refreshToken)
  const found = await lockRefreshToken(tx, hash)
  if (!found || found.client_id !== client.id)
    return refused('The refresh token is unknown, or was issued to another app.')
  if (!found.is_live) return refused('The access was revoked, or the user left the project.')
  if (found.is_used) return repeatOrEnd(tx, found, refreshToken)
  if (found.is_expired) return refused('The refresh token has expired. Ask for consent again.')
  const granted = found.scopes.filter(isScope)
  const scopes = wanted.scopes ?? granted
  if (!scopes.every((scope) => granted.includes(scope)))
    return new OAuthError('invalid_scope', `The user granted only: ${granted.join(' ')}.`)
  const tokens = await issueTokens(tx, found, { name: client.name, scopes, now })
  const successor = hashToken(tokens.refresh_token)
  await replaceRefreshToken(tx, { hash, successor, sealedAnswer: sealAnswer(refreshToken, tokens) })
  return { tokens, expiresIn: accessTokenSeconds }
}

async function repeatOrEnd(
  tx: Transaction<DB>,
  { id, used_seconds, is_successor_used, sealed_answer }: LockedRefreshToken,
  refreshToken: string,
): Promise<Refreshed | OAuthError> {
  const usedSeconds = Math.max(0, used_seconds ?? graceSeconds)
  if (usedSeconds < graceSeconds && !is_successor_used && sealed_answer) {
    const tokens = openAnswer<IssuedTokens>(refreshToken, sealed_answer)
    return { tokens, expiresIn: accessTokenSeconds - Math.ceil(usedSeconds) }
  }
  await endGrant(tx, id, 'refresh_token_reused')
  return refused('The refresh token was used before. The access is revoked, because a copy may have been stolen.')
}
