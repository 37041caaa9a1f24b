import { blankDraft, type Draft } from './draft'

/** The story on the server that a draft belongs to. */
export type Saved = { id: string; updatedAt: string }
type Kept = { draft: Draft; saved: Saved | null }

const keyOf = (projectId: string, storyId: string | null): string => `storycast.draft.${projectId}.${storyId ?? 'new'}`

/** What was typed and not saved stays in this browser, whatever happens to the page. */
export function keepDraft(projectId: string, storyId: string | null, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(projectId, storyId), JSON.stringify(kept))
  } catch {
    // A full or forbidden store takes nothing; the text is still in the page.
  }
}

export function findKeptDraft(projectId: string, storyId: string | null): Kept | null {
  try {
    const text = localStorage.getItem(keyOf(projectId, storyId))
    const kept = text === null ? null : (JSON.parse(text) as Kept)
    if (typeof kept?.draft?.caption !== 'string') return null
    // One that an older page kept lacks what was added since.
    return { ...kept, draft: { ...blankDraft([]), ...kept.draft } }
  } catch {
    return null
  }
}

export function forgetDraft(projectId: string, storyId: string | null): void {
  try {
    localStorage.removeItem(keyOf(projectId, storyId))
  } catch {
    // As above.
  }
}
