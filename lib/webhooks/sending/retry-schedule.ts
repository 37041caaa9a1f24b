/** Time limit of an attempt, from the DNS lookup to the last byte of the response. */
export const attemptTimeoutMs = 10_000

/** Seconds from a failed attempt to the next one. */
export const retryDelaysSeconds = [60, 300, 900, 3_600, 14_400, 43_200] as const

/** Largest share added to a delay, so that failed deliveries do not all come back at once. */
const jitter = 0.1

/**
 * @param attempts made so far, the failed one included
 * @param random from 0 to 1
 * @returns null after the last attempt
 */
export function retryDelaySeconds(attempts: number, random: number = Math.random()): number | null {
  const delay = retryDelaysSeconds[attempts - 1]
  return delay === undefined ? null : delay * (1 + jitter * random)
}
