import type { ChannelError } from '@/lib/channels/channel-error'
import type { Scope } from '@/lib/channels/connecting/connect'
import { systemClock } from '@/lib/clock'
import { missingScopeMessage } from '@/lib/connections/missing-scopes'
import { AppError, conflict } from '@/lib/errors'
import { formatWait } from '@/lib/text/wait-text'

/** The network is unavailable, so the cached list is still useful. */
export const isTemporary = (error: ChannelError): boolean => error.isRetryable && error.category !== 'connection'

export type Permission = Pick<Scope, 'name' | 'purpose'>

/** Board permissions of Pinterest, each granted separately. */
export const boardPermissions = {
  read: { name: 'boards:read', purpose: 'list the boards' },
  write: { name: 'boards:write', purpose: 'create boards' },
  writeSecret: { name: 'boards:write_secret', purpose: 'create secret boards' },
} as const satisfies Record<string, Permission>

/** Checks granted scopes without asking the network. */
export function requirePermission(needed: Permission, granted: readonly string[] | null): void {
  if (granted !== null && !granted.includes(needed.name)) throw conflict(missingScopeMessage('Pinterest', needed))
}

/**
 * Converts a network error for a direct request. A missing permission is a conflict: the user did not grant it, and
 * can.
 */
export function providerError(error: ChannelError, needed: Permission = boardPermissions.read): AppError {
  const headers = retryAfter(error)
  if (error.isForbidden) {
    return new AppError(
      'conflict',
      missingScopeMessage('Pinterest', needed),
      { provider_code: error.code },
      { cause: error },
    )
  }
  const options = { cause: error, headers, isEffectUnknown: error.outcome === 'unknown' }
  return new AppError('provider_error', messageOf(error), { provider_code: error.code }, options)
}

function messageOf(error: ChannelError): string {
  const retry = `Try again in ${formatWait(secondsUntilRetry(error))}.`
  if (error.category === 'rate') return `Pinterest’s rate limit is reached. ${retry}`
  if (error.outcome === 'unknown')
    return 'Pinterest did not confirm the board, so it may exist. Refresh the list before you try again.'
  if (isTemporary(error)) return `Pinterest cannot be reached at the moment. ${retry}`
  return error.message
}

function secondsUntilRetry({ retryAt, waitSeconds }: ChannelError): number {
  return retryAt ? Math.ceil((retryAt.getTime() - systemClock().getTime()) / 1_000) : (waitSeconds ?? 0)
}

function retryAfter(error: ChannelError): Record<string, string> {
  const seconds = secondsUntilRetry(error)
  return seconds > 0 ? { 'Retry-After': String(seconds) } : {}
}
