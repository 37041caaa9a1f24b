import { draftSlots as slots } from '@/components/stories/draft-slots'
import { readLocalDraft } from '@/components/stories/local-draft'

/** A slot stays locked for this time after its composer unmounts, because the next one may open immediately. */
const releaseDelayMs = 500

type Lock = { release: () => void; timer?: ReturnType<typeof setTimeout> }
const locks = new Map<string, Lock>()

export type DraftSlot = { name: string; release: () => void }

/** The slot if none can be locked: all pages share it. */
export const defaultSlot: DraftSlot = { name: 'new', release: () => {} }

/**
 * The name under which a new story is stored locally until it has an id. A slot is locked, so that two tabs do not
 * overwrite each other.
 *
 * @param mustBeEmpty false prefers a slot with an unsaved draft
 */
export async function takeSlot(projectId: string, { mustBeEmpty }: { mustBeEmpty: boolean }): Promise<DraftSlot> {
  const used = slots.filter((name) => readLocalDraft(projectId, name) !== null)
  const empty = slots.filter((name) => !used.includes(name))
  for (const name of mustBeEmpty ? empty : [...used, ...empty]) {
    const lock = `storycast.draft.${projectId}.${name}`
    if (await acquire(lock)) return { name, release: () => releaseLater(lock) }
  }
  return defaultSlot
}

/** Browsers have locks only on https and localhost. */
async function acquire(lock: string): Promise<boolean> {
  const own = locks.get(lock)
  clearTimeout(own?.timer)
  if (own || !navigator.locks) return true
  const release = await new Promise<(() => void) | null>((resolve) => {
    void navigator.locks.request(lock, { ifAvailable: true }, (granted) => {
      if (!granted) return resolve(null)
      return new Promise<void>((done) => resolve(done))
    })
  })
  if (release) locks.set(lock, { release })
  return release !== null
}

function releaseLater(lock: string): void {
  const own = locks.get(lock)
  if (!own) return
  own.timer = setTimeout(() => {
    locks.delete(lock)
    own.release()
  }, releaseDelayMs)
}
