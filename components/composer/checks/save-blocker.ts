import type { Draft } from '../draft/draft'
import { urlProblems } from './draft-problems'

/** A new story needs a caption of this length before it is saved for the first time. */
const newCaptionMin = 3

/** What is missing before the server can save the draft. Null if nothing is missing. */
export function saveBlockerOf(draft: Draft, isOnServer: boolean): string | null {
  const length = draft.caption.trim().length
  if (isOnServer && length === 0) return 'Write a caption to save it.'
  if (!isOnServer && length < newCaptionMin) return `Write at least ${newCaptionMin} characters to save it.`
  if (draft.channels.length === 0) return 'Choose a channel to save it.'
  return urlProblems(draft).length > 0 ? 'Complete the URL to save it.' : null
}
