/**
 * What was typed and not saved, as text under the name of its story. It lies in the store of the browser; what a full or
 * forbidden store does not take lasts as long as the page, and whoever closes that is asked first.
 */
const onlyHere = new Map<string, string>()

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

function askWhereNeeded(): void {
  if (onlyHere.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

/** @param name the id of the story, or the place of a new one */
const keyOf = (projectId: string, name: string): string => `storycast.draft.${projectId}.${name}`

export function readKept(projectId: string, name: string): string | null {
  const key = keyOf(projectId, name)
  try {
    return onlyHere.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @returns whether it outlives the page */
export function writeKept(projectId: string, name: string, text: string): boolean {
  const key = keyOf(projectId, name)
  try {
    localStorage.setItem(key, text)
    onlyHere.delete(key)
  } catch {
    onlyHere.set(key, text)
  }
  askWhereNeeded()
  return !onlyHere.has(key)
}

export function dropKept(projectId: string, name: string): void {
  const key = keyOf(projectId, name)
  onlyHere.delete(key)
  askWhereNeeded()
  try {
    localStorage.removeItem(key)
  } catch {
    // Where nothing can be kept there is nothing to drop.
  }
}

/** Whether this browser has words of a story that the server has not. A time that was only chosen is none. */
export function hasKeptWords(projectId: string, storyId: string): boolean {
  try {
    const { draft, base } = JSON.parse(readKept(projectId, storyId) ?? '{}') as { draft?: object; base?: object | null }
    return draft !== undefined && wordsOf(draft) !== wordsOf(base ?? {})
  } catch {
    return false
  }
}

const besides = new Set(['key', 'localTime'])
const wordsOf = (draft: object): string =>
  JSON.stringify(draft, (name, value: unknown) => (besides.has(name) ? undefined : value))
