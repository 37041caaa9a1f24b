/** A comment that is not sent yet. The key makes a second attempt of the same text send nothing twice. */
type Draft = { text: string; idempotencyKey: string }

/** By story. Kept until the page is reloaded. */
const drafts = new Map<string, Draft>()

export const readDraft = (storyId: string): Draft =>
  drafts.get(storyId) ?? { text: '', idempotencyKey: crypto.randomUUID() }

export function keepDraft(storyId: string, draft: Draft): void {
  if (draft.text === '') drafts.delete(storyId)
  else drafts.set(storyId, draft)
}
