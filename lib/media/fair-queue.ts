type Owner = { running: number; waiting: (() => void)[] }

/**
 * Lets a few pieces of work run at a time in this process. The next place goes to the owner who has the fewest running,
 * and among equals to the one who waits longest. So an owner with a hundred delays another by one of them at most.
 *
 * @param count how many run at a time
 * @returns runs `work` for `owner` when there is room, and gives what it gives
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
