import { sql } from 'kysely'
import { monotonicMs } from '@/lib/clock'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { log } from '@/lib/logger'
import { AddressRefused, parseWebhookUrl } from '@/lib/outbound/guard'
import { decryptSecret } from '../signing/secret'
import type { SigningSecrets } from '../signing/sign'

/** An endpoint that may be sent to now. */
export type Target = {
  id: string
  /** The connection checks the resolved address again. */
  url: URL | AddressRefused
  secrets: SigningSecrets
  /** Its last attempts failed, so it gets one at a time until one succeeds. */
  isFailing: boolean
}

export type TargetRow = {
  id: string
  url: string
  secret: Buffer
  secret_key_id: string
  previous_secret: Buffer | null
  previous_secret_key_id: string | null
  consecutive_failures: number
}

/** Columns of `TargetRow`, for `webhook_endpoints e`. The previous secret is null after its 24 hours. */
export const targetColumns = sql`e.id, e.url, e.secret, e.secret_key_id, e.consecutive_failures,
  case when e.previous_secret_until > now() then e.previous_secret end as previous_secret,
  case when e.previous_secret_until > now() then e.previous_secret_key_id end as previous_secret_key_id`

/** How long decrypted secrets and parsed URLs are reused while the row is unchanged. */
const cacheMs = 10_000
const maxCached = 1_000
const cache = new Map<string, { row: TargetRow; readMs: number; target: Target }>()

/** Decrypts the secrets of an endpoint and parses its URL. Null if a secret cannot be decrypted: that is our error. */
export function readTarget(row: TargetRow): Target | null {
  const known = cache.get(row.id)
  const isFailing = row.consecutive_failures > 0
  if (known && monotonicMs() - known.readMs < cacheMs && isUnchanged(known.row, row)) {
    return { ...known.target, isFailing }
  }
  try {
    const target = { id: row.id, url: parseUrl(row.url), secrets: decryptSecrets(row), isFailing }
    if (cache.size >= maxCached) cache.clear()
    cache.set(row.id, { row, readMs: monotonicMs(), target })
    return target
  } catch (error) {
    if (!(error instanceof UnreadableCredentials)) throw error
    log.error('webhooks.secret_unreadable', { endpoint: row.id, cause: error })
    return null
  }
}

const isUnchanged = (one: TargetRow, other: TargetRow): boolean =>
  one.url === other.url &&
  one.secret_key_id === other.secret_key_id &&
  one.previous_secret_key_id === other.previous_secret_key_id &&
  one.secret.equals(other.secret) &&
  (one.previous_secret === null
    ? other.previous_secret === null
    : other.previous_secret !== null && one.previous_secret.equals(other.previous_secret))

function parseUrl(url: string): URL | AddressRefused {
  try {
    return parseWebhookUrl(url)
  } catch (error) {
    if (error instanceof AddressRefused) return error
    throw error
  }
}

function decryptSecrets(row: TargetRow): SigningSecrets {
  const { previous_secret, previous_secret_key_id } = row
  const current = decryptSecret(row.id, row.secret, row.secret_key_id)
  if (!previous_secret || !previous_secret_key_id) return [current]
  return [current, decryptSecret(row.id, previous_secret, previous_secret_key_id)]
}
