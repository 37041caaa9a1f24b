/** A reply that is not sent yet. The key makes a second attempt of the same text send nothing twice. */
type Draft = { text: string; idempotencyKey: string }

/** By conversation. Kept until the page is reloaded. */
const drafts = new Map<string, Draft>()

export const readDraft = (conversationId: string): Draft =>
  drafts.get(conversationId) ?? { text: '', idempotencyKey: crypto.randomUUID() }

export function keepDraft(conversationId: string, draft: Draft): void {
  if (draft.text === '') drafts.delete(conversationId)
  else drafts.set(conversationId, draft)
}
