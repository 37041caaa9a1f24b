import type { Issue } from '@/lib/errors'

/**
 * What of a request can still be judged when some of its members have a fault of form. The rules look at this, so that
 * a caller hears of everything at once and need not mend a title to learn that the time is past.
 */
export type Sound = {
  /** The request without the members that have a fault. */
  members: Record<string, unknown>
  /** The request as it came. */
  given: Record<string, unknown>
  /** Paths of the members that were taken out or are missing, in snake_case: `title`, `channel_overrides.x.caption`. */
  unsound: ReadonlySet<string>
}

/** Every member is as it should be. */
export const allSound: ReadonlySet<string> = new Set()

/** Takes the members out that have a fault. One inside a list takes the whole list: its length would be another. */
export function soundPart(given: Record<string, unknown>, issues: readonly Issue[]): Sound {
  const members = structuredClone(given)
  const unsound = new Set<string>()
  for (const { path } of issues) {
    const cut = path.replace(/\.\d+(?:\..*)?$/s, '')
    remove(members, cut)
    unsound.add(snakeOf(cut))
  }
  return { members, given, unsound }
}

const snakeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** An unknown member may have dots in its name, so the whole path is tried as a name first. */
function remove(object: unknown, path: string): void {
  if (typeof object !== 'object' || object === null) return
  if (Object.hasOwn(object, path)) {
    delete (object as Record<string, unknown>)[path]
    return
  }
  const dot = path.indexOf('.')
  const head = path.slice(0, dot)
  if (dot > 0 && Object.hasOwn(object, head)) {
    remove((object as Record<string, unknown>)[head], path.slice(dot + 1))
  }
}

/** Deeper than any path of a contract. */
const deepest = 8

/** Adds what a later look found; of a member that has a fault already it says nothing new. */
export function joinIssues(issues: readonly Issue[], found: readonly Issue[]): Issue[] {
  const taken = new Set(issues.map(({ path }) => path))
  const isTaken = (path: string): boolean => {
    if (taken.has(path)) return true
    const names = path.split('.', deepest)
    return names.some((_, index) => taken.has(names.slice(0, index + 1).join('.')))
  }
  return [...issues, ...found.filter(({ path }) => !isTaken(path))]
}
