import type { Draft } from '../draft/draft'

/** A new story needs a caption of this length before it is saved for the first time. */
const newCaptionMin = 3

/** What is missing before the server can save the draft. Null if nothing is missing. */
export function saveBlockerOf(draft: Draft, isOnServer: boolean): string | null {
  const isTooShort = !isOnServer && draft.caption.trim().length < newCaptionMin
  return isTooShort ? `Write at least ${newCaptionMin} characters to save it.` : null
}
