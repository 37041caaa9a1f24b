import { readKept } from './kept-words'

const places = Array.from({ length: 9 }, (_, index) => (index === 0 ? 'new' : `new-${index + 1}`))

/** How long a place is held after its composer is gone: the next one of this page may come at once. */
const lingerMs = 500

type Held = { release: () => void; timer?: ReturnType<typeof setTimeout> }
const held = new Map<string, Held>()

export type Place = { name: string; leave: () => void }

/**
 * Where a new story is kept until it has an id: a place in which no other page of this browser writes, or two tabs would
 * write over one another. One in which words were left comes first, unless there are words to put into it.
 */
export async function takePlace(projectId: string, { isForWords }: { isForWords: boolean }): Promise<Place> {
  const written = places.filter((name) => readKept(projectId, name) !== null)
  const empty = places.filter((name) => !written.includes(name))
  for (const name of isForWords ? empty : [...written, ...empty]) {
    const lock = `storycast.draft.${projectId}.${name}`
    if (await hold(lock)) return { name, leave: () => letGo(lock) }
  }
  return { name: 'new', leave: () => {} }
}

/** Browsers have locks on https and on localhost alone; elsewhere all pages share one place. */
async function hold(lock: string): Promise<boolean> {
  const mine = held.get(lock)
  clearTimeout(mine?.timer)
  if (mine || !navigator.locks) return true
  const release = await new Promise<(() => void) | null>((resolve) => {
    void navigator.locks.request(lock, { ifAvailable: true }, (given) => {
      if (!given) return resolve(null)
      return new Promise<void>((done) => resolve(done))
    })
  })
  if (release) held.set(lock, { release })
  return release !== null
}

function letGo(lock: string): void {
  const mine = held.get(lock)
  if (!mine) return
  mine.timer = setTimeout(() => {
    held.delete(lock)
    mine.release()
  }, lingerMs)
}
