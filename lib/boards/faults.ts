import type { ChannelFault } from '@/lib/channels/fault'
import { systemClock } from '@/lib/clock'
import { AppError } from '@/lib/errors'

/** The network is away or busy, and what it said before is still worth having. */
export const isPassing = (fault: ChannelFault): boolean => fault.isRetryable && fault.category !== 'connection'

/** A network's fault as the answer to who asked for it directly. */
export function providerError(fault: ChannelFault): AppError {
  const headers = retryAfter(fault)
  return new AppError('provider_error', sentence(fault), { provider_code: fault.code }, { cause: fault, headers })
}

function sentence(fault: ChannelFault): string {
  if (fault.category === 'rate') return 'Pinterest allows no more calls for the moment. Try again in a minute.'
  if (fault.outcome === 'unknown')
    return 'Pinterest gave no clear answer, and the board may have been made. Refresh the list before you try again.'
  if (isPassing(fault)) return 'Pinterest cannot be reached at the moment. Try again in a minute.'
  return fault.message
}

function retryAfter({ retryAt, waitSeconds }: ChannelFault): Record<string, string> {
  const seconds = retryAt ? Math.ceil((retryAt.getTime() - systemClock().getTime()) / 1_000) : (waitSeconds ?? 0)
  return seconds > 0 ? { 'Retry-After': String(seconds) } : {}
}
