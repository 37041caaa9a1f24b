import { env } from '../../env'
import type { NetworkResponse } from '../error-table'

type Item = { value: number; bucket: string | null }

/**
 * A list of structured header items (RFC 9651), `60, 100;w=1;name="a", 60;w=60;name="b"`: the lowest number, then one
 * per bucket. The older format is one plain number.
 */
function itemsOf(header: string | undefined): Item[] {
  const items = (header ?? '').matchAll(/(\d+(?:\.\d+)?)((?:\s*;\s*[\w-]+(?:=(?:"[^"]*"|[^;,\s]+))?)*)/g)
  return [...items].map(([, value, parameters = '']) => ({
    value: Number(value),
    bucket: /name="?([^";,]+)/.exec(parameters)?.[1] ?? null,
  }))
}

/** When the account may call again: the latest reset of the empty buckets, or of the named one. */
export function regainAt({ headers }: Pick<NetworkResponse, 'headers'>, now: Date): Date | null {
  const resets = itemsOf(headers['x-ratelimit-reset'])
  const empty = new Set(
    itemsOf(headers['x-ratelimit-remaining']).flatMap(({ value, bucket }) => (value === 0 && bucket ? [bucket] : [])),
  )
  const ofEmpty = resets.filter(({ bucket }) => bucket !== null && empty.has(bucket)).map(({ value }) => value)
  const chosen = ofEmpty.length > 0 ? Math.max(...ofEmpty) : resets[0]?.value
  return chosen === undefined ? null : momentOf(chosen, now)
}

const unixSecondsFrom = 100_000_000
const unixMillisecondsFrom = 100_000_000_000

/** Pinterest does not document the unit, so it is derived from the size of the number. */
function momentOf(value: number, now: Date): Date {
  const unit = env().PINTEREST_RATE_RESET_UNIT
  if (unit === 'seconds') return new Date(now.getTime() + value * 1_000)
  if (unit === 'milliseconds') return new Date(now.getTime() + value)
  if (unit === 'unix' || value >= unixSecondsFrom)
    return new Date(value >= unixMillisecondsFrom ? value : value * 1_000)
  return new Date(now.getTime() + value * 1_000)
}
