import type { Scope } from '@/lib/channels/connect'
import type { ChannelFault } from '@/lib/channels/fault'
import { systemClock } from '@/lib/clock'
import { lacksWords } from '@/lib/connections/missing-scopes'
import { AppError, conflict } from '@/lib/errors'
import { sayWait } from '@/lib/wait-words'

/** The network is away or busy, and what it said before is still worth having. */
export const isPassing = (fault: ChannelFault): boolean => fault.isRetryable && fault.category !== 'connection'

export type Permission = Pick<Scope, 'name' | 'purpose'>

/** What Pinterest lets an account do with boards, and only those that the person left it. */
export const boardPermissions = {
  read: { name: 'boards:read', purpose: 'list the boards' },
  write: { name: 'boards:write', purpose: 'make boards' },
  writeSecret: { name: 'boards:write_secret', purpose: 'make secret boards' },
} as const satisfies Record<string, Permission>

/** Without a word of the network's: what was granted is known since the consent. */
export function refuseWithout(needed: Permission, granted: readonly string[] | null): void {
  if (granted !== null && !granted.includes(needed.name)) throw conflict(lacksWords('Pinterest', needed))
}

/**
 * A network's fault as the answer to who asked for it directly. A permission that the connection lacks is no fault of the
 * network's: the person who connected the account left it out, and can give it.
 */
export function providerError(fault: ChannelFault, needed: Permission = boardPermissions.read): AppError {
  const headers = retryAfter(fault)
  if (fault.isForbidden) {
    return new AppError('conflict', lacksWords('Pinterest', needed), { provider_code: fault.code }, { cause: fault })
  }
  const options = { cause: fault, headers, isEffectUnknown: fault.outcome === 'unknown' }
  return new AppError('provider_error', sentence(fault), { provider_code: fault.code }, options)
}

function sentence(fault: ChannelFault): string {
  const again = `Try again in ${sayWait(secondsUntilRetry(fault))}.`
  if (fault.category === 'rate') return `Pinterest allows no more calls for the moment. ${again}`
  if (fault.outcome === 'unknown')
    return 'Pinterest gave no clear answer, and the board may have been made. Refresh the list before you try again.'
  if (isPassing(fault)) return `Pinterest cannot be reached at the moment. ${again}`
  return fault.message
}

function secondsUntilRetry({ retryAt, waitSeconds }: ChannelFault): number {
  return retryAt ? Math.ceil((retryAt.getTime() - systemClock().getTime()) / 1_000) : (waitSeconds ?? 0)
}

function retryAfter(fault: ChannelFault): Record<string, string> {
  const seconds = secondsUntilRetry(fault)
  return seconds > 0 ? { 'Retry-After': String(seconds) } : {}
}
