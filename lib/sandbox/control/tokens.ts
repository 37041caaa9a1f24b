import { z } from 'zod'
import type { Account } from '../accounts'
import { token } from '../ids'
import type { Token } from '../oauth/tokens'
import type { Sandbox } from '../sandbox'

const seconds = z
  .number()
  .min(-400 * 86_400)
  .max(400 * 86_400)

/** What can be done to all tokens that an account has at the time. */
export const TokensChange = z.strictObject({
  /** From now; below 0 is over already, null is never. */
  expires_in_seconds: seconds.nullable().optional(),
  refresh_expires_in_seconds: seconds.nullable().optional(),
  /** Issued so long ago. */
  age_seconds: z
    .number()
    .min(0)
    .max(4_000 * 86_400)
    .optional(),
  /** What was granted; null is everything. */
  scopes: z.array(z.string()).nullable().optional(),
  /** Kills the refresh tokens, as a refresh elsewhere would, and makes new ones. */
  rotate: z.boolean().optional(),
})
export type TokensChange = z.infer<typeof TokensChange>

export function changeTokens(sandbox: Sandbox, account: Account, change: TokensChange): void {
  const nowMs = sandbox.nowMs()
  const at = (inSeconds: number | null) => (inSeconds === null ? null : nowMs + inSeconds * 1_000)
  const { expires_in_seconds, refresh_expires_in_seconds, age_seconds, scopes, rotate } = change
  const common: Partial<Token> = {
    ...(expires_in_seconds !== undefined && { expires_ms: at(expires_in_seconds) }),
    ...(refresh_expires_in_seconds !== undefined && { refresh_expires_ms: at(refresh_expires_in_seconds) }),
    ...(age_seconds !== undefined && { created_ms: nowMs - age_seconds * 1_000 }),
    ...(scopes !== undefined && { scopes }),
  }
  sandbox.journal.together(() => {
    for (const known of sandbox.tokens.of(account)) {
      sandbox.tokens.change(known, { ...common, ...(rotate && { refresh_token: token('rotated_') }) })
    }
  })
}

export function showTokens(sandbox: Sandbox, account: Account): unknown[] {
  return sandbox.tokens.of(account).map((known) => ({
    access_token: known.id,
    kind: known.kind,
    state: sandbox.tokens.stateOf(known),
    scopes: known.scopes,
    issued_at: new Date(known.created_ms).toISOString(),
    expires_at: known.expires_ms === null ? null : new Date(known.expires_ms).toISOString(),
    refresh_token: known.refresh_token,
    refresh_expires_at: known.refresh_expires_ms === null ? null : new Date(known.refresh_expires_ms).toISOString(),
  }))
}
