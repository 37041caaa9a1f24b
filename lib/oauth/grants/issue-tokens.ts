import type { Transaction } from 'kysely'
import type { Scope } from '@/lib/auth/scopes'
import { hashToken, newOAuthSecret } from '@/lib/auth/tokens'
import type { DB } from '@/lib/db/types.generated'
import { mintToken } from '@/lib/tokens/mint'
import { insertRefreshToken, type LockedGrant } from './repository'

export const accessTokenSeconds = 3_600
const refreshTokenDays = 30

export type IssuedTokens = { access_token: string; refresh_token: string; scope: string }

/** A new access token, with the refresh token that replaces the one before. */
export async function issueTokens(
  tx: Transaction<DB>,
  grant: LockedGrant,
  { name, scopes, now }: { name: string; scopes: readonly Scope[]; now: Date },
): Promise<IssuedTokens> {
  const { token } = await mintToken(tx, {
    userId: grant.user_id,
    projectId: grant.project_id,
    name,
    scopes,
    kind: 'oauth',
    grantId: grant.id,
    expiresAt: new Date(now.getTime() + accessTokenSeconds * 1_000),
  })
  const refreshToken = newOAuthSecret('refresh')
  await insertRefreshToken(tx, { hash: hashToken(refreshToken), grantId: grant.id, days: refreshTokenDays })
  return { access_token: token, refresh_token: refreshToken, scope: scopes.join(' ') }
}
