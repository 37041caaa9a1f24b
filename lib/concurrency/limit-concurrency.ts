/**
 * Limits concurrent work in this process, in order of arrival.
 *
 * @returns runs `work` as soon as there is a slot, and returns its result
 */
export function limitConcurrency(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= count) await new Promise<void>((start) => waiting.push(start))
    else running += 1
    try {
      return await work()
    } finally {
      // Hands the slot directly to the next task, so that a new one cannot take it first.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
