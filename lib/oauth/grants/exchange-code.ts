import type { Transaction } from 'kysely'
import { isScope } from '@/lib/auth/scopes'
import { hashToken } from '@/lib/auth/tokens'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { ClientRow } from '../clients/repository'
import { OAuthError } from '../protocol/oauth-error'
import { matchesChallenge } from '../protocol/pkce'
import { type IssuedTokens, issueTokens } from './issue-tokens'
import { endGrant, type LockedCode, lockCode, markCodeUsed } from './repository'

export type CodeExchange = { client: ClientRow; code: string; redirectUri: string; verifier: string; now: Date }

/**
 * Exchanges an authorization code, once. A second use ends the grant, because one of the two was not the app. A wrong
 * verifier or redirect URI uses the code up: someone else has it.
 *
 * @throws OAuthError invalid_grant
 */
export async function exchangeCode(db: Database, exchange: CodeExchange): Promise<IssuedTokens> {
  // Refusals are returned, not thrown: what they change must be committed.
  const result = await transaction(db, (tx) => tryExchange(tx, exchange))
  if (typeof result === 'string') throw new OAuthError('invalid_grant', result)
  return result
}

async function tryExchange(tx: Transaction<DB>, exchange: CodeExchange): Promise<IssuedTokens | string> {
  const { client, now } = exchange
  const hash = hashToken(exchange.code)
  const found = await lockCode(tx, hash)
  if (!found || found.client_id !== client.id) return 'The code is unknown, or was issued to another app.'
  if (found.is_used) {
    await endGrant(tx, found.id, 'code_reused')
    return 'The code was used before. All its tokens are revoked.'
  }
  await markCodeUsed(tx, hash)
  const problem = problemOf(found, exchange)
  if (problem) return problem
  return issueTokens(tx, found, { name: client.name, scopes: found.scopes.filter(isScope), now })
}

function problemOf(code: LockedCode, { redirectUri, verifier }: CodeExchange): string | null {
  if (code.is_expired) return 'The code has expired. Ask for consent again.'
  if (code.redirect_uri !== redirectUri) return 'The redirect_uri is not the one of the authorization request.'
  if (!matchesChallenge(verifier, code.code_challenge)) return 'The code_verifier does not match the code_challenge.'
  return code.is_live ? null : 'The user has withdrawn the consent, or left the project.'
}
