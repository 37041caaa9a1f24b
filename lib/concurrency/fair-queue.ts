type Owner = { running: number; waiting: (() => void)[] }

/**
 * Limits concurrent work in this process, fairly between owners. The next slot goes to the owner with the fewest running
 * tasks, then to the one who waited longest. An owner with a hundred tasks delays another by at most one of them.
 *
 * @param count max concurrent tasks
 * @returns runs `work` for `owner` as soon as there is a slot, and returns its result
 */
export function fairQueue(count: number): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  // Maps keep the order of insertion, so equals take turns.
  const owners = new Map<string, Owner>()
  let running = 0
  const ownerOf = (name: string): Owner => {
    const owner = owners.get(name) ?? { running: 0, waiting: [] }
    owners.set(name, owner)
    return owner
  }
  const startNext = (): void => {
    const next = [...owners]
      .filter(([, { waiting }]) => waiting.length > 0)
      .reduce<[string, Owner] | null>((best, one) => (best && best[1].running <= one[1].running ? best : one), null)
    if (!next || running >= count) return
    const [name, owner] = next
    running += 1
    owner.running += 1
    owners.delete(name)
    owners.set(name, owner)
    owner.waiting.shift()?.()
  }
  return async (name, work) => {
    const owner = ownerOf(name)
    await new Promise<void>((start) => {
      owner.waiting.push(start)
      startNext()
    })
    try {
      return await work()
    } finally {
      running -= 1
      owner.running -= 1
      if (owner.running === 0 && owner.waiting.length === 0) owners.delete(name)
      startNext()
    }
  }
}
