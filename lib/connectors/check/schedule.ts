import { leastIntervalSeconds, longestIntervalSeconds } from '../limits'

/** Up to 10 % later, always the same for a connector, so that checks do not come all at once. */
const jittered = (id: string, seconds: number): number =>
  Math.round(seconds * (1 + Number.parseInt(id.slice(-4), 16) / 0xffff / 10))

export const nextCheckSeconds = (id: string, intervalSeconds: number): number =>
  jittered(id, Math.max(leastIntervalSeconds, intervalSeconds))

/** Twice as long after each failure in a row, up to a day. Never earlier than the source asks. */
export function retrySeconds(
  id: string,
  intervalSeconds: number,
  failures: number,
  retryAfterSeconds: number | undefined,
): number {
  const doubled = Math.max(leastIntervalSeconds, intervalSeconds) * 2 ** Math.min(failures, 10)
  return jittered(id, Math.min(longestIntervalSeconds, Math.max(doubled, retryAfterSeconds ?? 0)))
}
