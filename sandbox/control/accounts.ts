import { z } from 'zod'
import type { ChannelId } from '@/lib/channel-ids'
import type { Networks } from '../networks/networks'
import type { Account, AccountRequest, TokenState } from '../state/accounts'
import { token } from '../state/ids'
import type { Sandbox } from '../state/sandbox'
import type { Token } from '../state/tokens'

/** An account with credentials as the product's API accepts them. */
export type SandboxAccount = {
  network: ChannelId
  account_id: string
  account_name: string
  handle: string
  credentials: Record<string, string>
  token: TokenState
  boards?: { id: string; name: string }[]
}

/** Creates the account, or returns the existing one with this id. */
export function openAccount(sandbox: Sandbox, networks: Networks, request: AccountRequest): SandboxAccount {
  const known = request.account_id === undefined ? undefined : sandbox.accounts.get(request.network, request.account_id)
  return showAccount(sandbox, networks, known ?? sandbox.openAccount(request))
}

export function showAccount(sandbox: Sandbox, networks: Networks, account: Account): SandboxAccount {
  const { network, account_id, account_name, handle, token } = account
  const shown = { network, account_id, account_name, handle, credentials: credentialsOf(sandbox, account), token }
  if (network !== 'pinterest') return shown
  const boards = networks.pinterest.boards.of(account_id).map(({ id, name }) => ({ id, name }))
  return { ...shown, boards }
}

function credentialsOf(sandbox: Sandbox, { credentials }: Account): Record<string, string> {
  if (credentials.kind === 'ghost')
    return { site_url: `${sandbox.origin}/ghost/${credentials.site}`, admin_api_key: credentials.admin_api_key }
  const { kind: _, ...given } = credentials
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

const seconds = z
  .number()
  .min(-400 * 86_400)
  .max(400 * 86_400)

export const TokensChange = z.strictObject({
  /** From now. Below 0 is in the past, null is never. */
  expires_in_seconds: seconds.nullable().optional(),
  refresh_expires_in_seconds: seconds.nullable().optional(),
  /** How long ago they were issued. */
  age_seconds: z
    .number()
    .min(0)
    .max(4_000 * 86_400)
    .optional(),
  /** Null: all scopes. */
  scopes: z.array(z.string()).nullable().optional(),
  /** Replaces the refresh tokens, as a refresh by another client would. */
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
  sandbox.log.batch(() => {
    for (const known of sandbox.tokens.of(account)) {
      sandbox.tokens.change(known, { ...common, ...(rotate && { refresh_token: token('rotated_') }) })
    }
  })
}

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export function showTokens(sandbox: Sandbox, account: Account): unknown[] {
  return sandbox.tokens.of(account).map((known) => ({
    access_token: known.id,
    kind: known.kind,
    state: sandbox.tokens.stateOf(known),
    scopes: known.scopes,
    issued_at: isoTime(known.created_ms),
    expires_at: isoTime(known.expires_ms),
    refresh_token: known.refresh_token,
    refresh_expires_at: isoTime(known.refresh_expires_ms),
  }))
}
