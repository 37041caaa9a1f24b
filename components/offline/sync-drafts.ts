import { saveBlockerOf } from '@/components/composer/checks/save-blocker'
import { readLocalCopy } from '@/components/composer/state/local-copy'
import { createStorySaver } from '@/components/composer/state/story-saver'
import { removeLocalDraft } from '@/components/stories/local-draft'
import { pendingCreateStore } from '@/components/stories/pending-create'
import { slotLock } from './waiting-drafts'

/**
 * Saves a draft of this device to the server, once: no composer has it open meanwhile, and a repeated create has the
 * same idempotency key.
 *
 * @returns whether it was saved. Not if a composer or another tab has it, or something is missing
 * @throws ApiError; the draft stays on this device
 */
export async function syncDraft(projectId: string, slot: string, timeZone: string): Promise<boolean> {
  return navigator.locks.request(slotLock(projectId, slot), { ifAvailable: true }, async (lock) => {
    const copy = lock && readLocalCopy(projectId, slot)
    if (!copy || copy.saved || saveBlockerOf(copy.draft, false) !== null) return false
    const save = createStorySaver({
      ...{ projectId, timeZone, saved: () => null, onSaved: () => {} },
      pending: pendingCreateStore(projectId, () => slot),
    })
    await save(copy.draft, () => ({ lint_check: 'warn' }))
    removeLocalDraft(projectId, slot)
    return true
  })
}
