import { removeLocalDraft, retryDraftName } from '@/components/stories/local-draft'
import type { Draft } from '../draft/draft'
import { isSameDraft } from '../draft/same-draft'
import { readLocalCopy, writeLocalCopy } from '../state/local-copy'

type Story = { projectId: string; storyId: string }

/** Keeps the edits on this device, also after a reload. */
export function keepEdits({ projectId, storyId }: Story, { draft, initial }: { draft: Draft; initial: Draft }): void {
  const name = retryDraftName(storyId)
  if (isSameDraft(draft, initial)) removeLocalDraft(projectId, name)
  else writeLocalCopy(projectId, name, { draft, saved: null, base: initial })
}

export const dropEdits = ({ projectId, storyId }: Story): void => removeLocalDraft(projectId, retryDraftName(storyId))

/**
 * Only the versions of the channels that can still be edited are restored: nothing else is edited here.
 *
 * @returns null without unsaved edits
 */
export function readEdits({ projectId, storyId }: Story, initial: Draft): Draft | null {
  const copy = readLocalCopy(projectId, retryDraftName(storyId))
  if (!copy) return null
  const overrides = { ...initial.overrides }
  for (const channel of initial.channels) {
    const kept = copy.draft.overrides[channel]
    if (kept) overrides[channel] = kept
    else delete overrides[channel]
  }
  const draft = { ...initial, overrides }
  return isSameDraft(draft, initial) ? null : draft
}
