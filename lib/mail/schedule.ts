/** Delays after each failed attempt, in seconds: about two days in all. After the last one the mail fails. */
export const retryDelaysSeconds = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800, 28_800, 28_800] as const

/** Random share added to a delay, so that mails that failed together are not retried together. */
const jitter = 0.2

/**
 * @param attempts failed attempts, starting at 1
 *
 * @returns null if there are no retries left
 */
export function retryDelaySeconds(attempts: number): number | null {
  const delay = retryDelaysSeconds[attempts - 1]
  return delay === undefined ? null : delay * (1 + Math.random() * jitter)
}
