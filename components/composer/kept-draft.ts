import { blankDraft, type Draft } from './draft'
import { dropKept, readKept, writeKept } from './kept-words'

/** The story on the server that a draft belongs to. */
export type Saved = { id: string; updatedAt: string; isScheduled: boolean }
/** What the server is known to have: the words, and which story they are. `saved` is null while there is none. */
export type Base = { draft: Draft; saved: Saved | null }
/** What was typed, with what it was typed upon. */
type Kept = Base & { base: Draft | null }

/**
 * What was typed and not saved stays in this browser, whatever happens to the page.
 *
 * @param name the id of the story, or the place of a new one
 * @returns whether it outlives the page
 */
export const keepDraft = (projectId: string, name: string, kept: Kept): boolean =>
  writeKept(projectId, name, JSON.stringify(kept))

export function findKeptDraft(projectId: string, name: string): Kept | null {
  const text = readKept(projectId, name)
  try {
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

export const forgetDraft = dropKept
