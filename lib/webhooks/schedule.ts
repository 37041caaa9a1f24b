/** What one attempt may take, from the first look-up of the name to the last byte of the answer. */
export const deadlineMs = 10_000

/** Seconds from a failed attempt to the next one. After the last of them there is none. */
export const retryDelaysSeconds = [60, 300, 900, 3_600, 14_400, 43_200] as const

/** Up to so much longer, so that what failed together does not come back together. */
const jitter = 0.1

/**
 * @param attempts how many were made, the one that has just failed among them
 * @param random from 0 up to 1
 * @returns null when it has failed for good
 */
export function retryDelaySeconds(attempts: number, random: number = Math.random()): number | null {
  const delay = retryDelaysSeconds[attempts - 1]
  return delay === undefined ? null : delay * (1 + jitter * random)
}
