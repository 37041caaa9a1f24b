/**
 * Lets a few pieces of work run at a time in this process; the others wait in the order in which they came.
 *
 * @returns runs `work` when there is room, and gives what it gives
 */
export function atMost(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= count) await new Promise<void>((begin) => waiting.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes straight to the next, so that nobody who comes now slips in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
