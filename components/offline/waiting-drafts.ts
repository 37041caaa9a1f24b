import { draftSlots } from '@/components/stories/draft-slots'
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from '@/components/stories/local-draft'
import { isWritten } from '@/components/stories/written-draft'

/** A new story that only this browser has. */
export type WaitingDraft = { slot: string; caption: string }

export const slotLock = (projectId: string, slot: string): string => `storycast.draft.${projectId}.${slot}`

/** New stories that were never saved to the server and are not open in a composer. */
export async function waitingDrafts(projectId: string): Promise<WaitingDraft[]> {
  const held = (await navigator.locks?.query())?.held ?? []
  const open = new Set(held.map(({ name }) => name))
  return draftSlots.flatMap((slot) => {
    const caption = open.has(slotLock(projectId, slot)) ? null : captionOf(readLocalDraft(projectId, slot))
    return caption === null ? [] : [{ slot, caption }]
  })
}

/** Null for a draft in which nothing is written. */
function captionOf(text: string | null): string | null {
  try {
    const { draft } = JSON.parse(text ?? '{}') as { draft?: { caption?: unknown } }
    return typeof draft?.caption === 'string' && isWritten(draft) ? draft.caption : null
  } catch {
    return null
  }
}

/** @returns puts them back */
export function discardDrafts(projectId: string, drafts: readonly WaitingDraft[]): () => void {
  const discarded = drafts.map(({ slot }) => ({ slot, text: readLocalDraft(projectId, slot) }))
  for (const { slot } of drafts) removeLocalDraft(projectId, slot)
  return () => {
    for (const { slot, text } of discarded) {
      // A newer draft may have the slot.
      const free = [slot, ...draftSlots].find((name) => readLocalDraft(projectId, name) === null)
      if (text !== null && free) writeLocalDraft(projectId, free, text)
    }
  }
}
