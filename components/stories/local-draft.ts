/**
 * Unsaved changes, stored in this browser as text under the id of their story. If localStorage is full or blocked they
 * are held in memory, and the browser asks before the page is closed.
 */
const inMemory = new Map<string, string>()

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

function updateWarning(): void {
  if (inMemory.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

/** @param name the id of the story, or the slot of a story that has no id yet */
const keyOf = (projectId: string, name: string): string => `storycast.draft.${projectId}.${name}`

/** The name of the edits of “Edit and retry”. Those of the composer have the id of the story. */
export const retryDraftName = (storyId: string): string => `retry.${storyId}`

export function readLocalDraft(projectId: string, name: string): string | null {
  const key = keyOf(projectId, name)
  try {
    return inMemory.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @returns whether it survives closing the page */
export function writeLocalDraft(projectId: string, name: string, text: string): boolean {
  const key = keyOf(projectId, name)
  try {
    localStorage.setItem(key, text)
    inMemory.delete(key)
  } catch {
    inMemory.set(key, text)
  }
  updateWarning()
  return !inMemory.has(key)
}

export function removeLocalDraft(projectId: string, name: string): void {
  const key = keyOf(projectId, name)
  inMemory.delete(key)
  updateWarning()
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** Whether this browser has unsaved changes of a story. A chosen time does not count. */
export function hasLocalDraft(projectId: string, storyId: string): boolean {
  try {
    const stored = JSON.parse(readLocalDraft(projectId, storyId) ?? '{}') as { draft?: object; base?: object | null }
    return stored.draft !== undefined && contentOf(stored.draft) !== contentOf(stored.base ?? {})
  } catch {
    return false
  }
}

/** The stories with unsaved changes in this browser. */
export function localDraftIds(projectId: string): string[] {
  const prefix = keyOf(projectId, '')
  try {
    const keys = [...inMemory.keys(), ...Object.keys(localStorage)]
    const ids = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    return [...new Set(ids)].filter((id) => hasLocalDraft(projectId, id))
  } catch {
    return []
  }
}

const ignored = new Set(['key', 'localTime'])
const contentOf = (draft: object): string =>
  JSON.stringify(draft, (name, value: unknown) => (ignored.has(name) ? undefined : value))
