import { blankDraft, type Draft } from './draft'

/** The story on the server that a draft belongs to. */
export type Saved = { id: string; updatedAt: string; isScheduled: boolean }
/** What the server is known to have: the words, and which story they are. `saved` is null while there is none. */
export type Base = { draft: Draft; saved: Saved | null }
/** What was typed, with what it was typed upon. */
type Kept = Base & { base: Draft | null }

const keyOf = (projectId: string, storyId: string | null): string => `storycast.draft.${projectId}.${storyId ?? 'new'}`

/**
 * What was typed and not saved stays in this browser, whatever happens to the page.
 *
 * @returns whether it does: a full or forbidden store takes nothing
 */
export function keepDraft(projectId: string, storyId: string | null, kept: Kept): boolean {
  try {
    localStorage.setItem(keyOf(projectId, storyId), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function findKeptDraft(projectId: string, storyId: string | null): Kept | null {
  try {
    const text = localStorage.getItem(keyOf(projectId, storyId))
    const kept = text === null ? null : (JSON.parse(text) as Partial<Kept>)
    if (typeof kept?.draft?.caption !== 'string') return null
    return { draft: whole(kept.draft), saved: kept.saved ?? null, base: kept.base ? whole(kept.base) : null }
  } catch {
    return null
  }
}

/** One that an older page kept lacks what was added since, and an upload does not outlive its page. */
function whole(draft: Draft): Draft {
  const full = { ...blankDraft([]), ...draft }
  return { ...full, slides: full.slides.filter(({ key, media_url }) => !(isUploadKey(key) && media_url === '')) }
}

/** Slides that are still on their way here have the upload's name for a key. */
export const isUploadKey = (key: string): boolean => key.startsWith('upload-')

export function forgetDraft(projectId: string, storyId: string | null): void {
  try {
    localStorage.removeItem(keyOf(projectId, storyId))
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
