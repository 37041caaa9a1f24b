import { draftSlots } from '@/components/stories/draft-slots'
import { readLocalDraft } from '@/components/stories/local-draft'

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

function captionOf(text: string | null): string | null {
  try {
    const copy = JSON.parse(text ?? 'null') as { draft?: { caption?: unknown } } | null
    return typeof copy?.draft?.caption === 'string' ? copy.draft.caption : null
  } catch {
    return null
  }
}
