import type { Account } from '../accounts'
import type { Answer } from '../exchange'
import type { RateLimit } from '../network'
import type { Sandbox } from '../sandbox'
import { graphError } from './envelope'

const hourMs = 3_600_000
/** Calls an hour that count as a hundred per cent. Meta's number depends on impressions; this one is only a scale. */
const callsAnHour = 4_800

/** The two usage headers that Meta sends with every answer: per cent of what is allowed. */
export function usageHeaders(sandbox: Sandbox, kind: 'instagram' | 'pages', account: Account | null) {
  if (!account) return {}
  const window = sandbox.windows.count(
    `usage ${account.network} ${account.account_id}`,
    callsAnHour,
    hourMs,
    sandbox.nowMs(),
  )
  const percent = Math.min(99, Math.floor(((callsAnHour - window.remaining) / callsAnHour) * 100))
  return usage(kind, account.account_id, percent, 0)
}

function usage(kind: string, accountId: string, percent: number, minutes: number): Record<string, string> {
  const counts = { call_count: percent, total_cputime: percent, total_time: percent }
  return {
    'x-app-usage': JSON.stringify(counts),
    'x-business-use-case-usage': JSON.stringify({
      [accountId]: [{ type: kind, ...counts, estimated_time_to_regain_access: minutes }],
    }),
  }
}

/** A throttled call. When to come back stands in the usage header alone, in minutes. */
export function throttled(
  kind: 'instagram' | 'pages',
  error: { code: number; message: string },
  limit: RateLimit,
  account: Account | null,
): Answer {
  const minutes = Math.ceil((limit.retryAfterSeconds ?? 300) / 60)
  const headers = limit.withHeaders ? usage(kind, account?.account_id ?? '0', 100, minutes) : {}
  return graphError({ ...error, isTransient: true }, headers)
}
