import { sharedParam } from '@/components/pwa/use-shared-content'
import { removeLocalDraft } from '@/components/stories/local-draft'
import { call } from '@/lib/api/client'
import { getStory } from '@/lib/openapi/operations.generated'
import type { Draft } from '../draft/draft'
import { isSameDraft, isSameExceptTime } from '../draft/same-draft'
import { type Base, baseOf, type Versions } from './base'
import { type DraftSlot, defaultSlot, takeSlot } from './draft-slot'
import { type LocalCopy, readLocalCopy, writeLocalCopy } from './local-copy'

/** `conflict` is set if the server has a newer version than the one the local copy was edited from. */
export type StartingPoint = { base: Base; draft: Draft; isRestored: boolean; conflict: Versions | null }

type Options = {
  projectId: string
  timeZone: string
  /** The story as the page was rendered. */
  initial: Base
  /** Values from the page's URL: a time, and media of the library. */
  filled: Partial<Draft>
}

/** Reads the newest version of the server and the local copy. */
export async function loadDraft(options: Options): Promise<StartingPoint & { slot: DraftSlot }> {
  const { projectId, initial, filled } = options
  const newest = await newestVersion(options)
  const slot = newest.saved === null ? await findSlot(projectId) : defaultSlot
  const copy = readLocalCopy(projectId, newest.saved?.id ?? slot.name)
  const draft = newest === initial ? { ...initial.draft, ...filled } : newest.draft
  return { slot, ...startingPoint({ newest, draft, copy, filled }) }
}

/**
 * The page may be older than the last save: the browser restores pages from its history. The id of a story that was
 * created on this page is in the URL.
 */
async function newestVersion({ initial, timeZone }: Options): Promise<Base> {
  const id = initial.saved?.id ?? new URLSearchParams(window.location.search).get('story')
  if (!id) return initial
  const story = await call(getStory, { id }, { signal: AbortSignal.timeout(4_000) }).catch(() => null)
  if (!story || (story.status !== 'draft' && story.status !== 'scheduled')) return initial
  return story.updated_at === initial.saved?.updatedAt ? initial : baseOf(story, timeZone)
}

/** `?from=<story>` moves the local copy of a story that can no longer be edited into the new one. */
async function findSlot(projectId: string): Promise<DraftSlot> {
  const params = new URLSearchParams(window.location.search)
  const from = params.get('from')
  const copy = from ? readLocalCopy(projectId, from) : null
  // A stored draft would replace the content of the template, or be mixed with what another app shared.
  const mustBeEmpty = copy !== null || params.has('template') || params.has(sharedParam)
  const slot = await takeSlot(projectId, { mustBeEmpty })
  if (from && copy) {
    writeLocalCopy(projectId, slot.name, { draft: { ...copy.draft, localTime: '' }, saved: null, base: null })
    removeLocalDraft(projectId, from)
  }
  return slot
}

type Found = { newest: Base; draft: Draft; copy: LocalCopy | null; filled: Partial<Draft> }

/** @param draft the newest version with the values of the URL */
export function startingPoint({ newest, draft, copy, filled }: Found): StartingPoint {
  if (!copy || isSameDraft(copy.draft, newest.draft)) return { base: newest, draft, isRestored: false, conflict: null }
  if (newest.saved !== null && copy.saved?.updatedAt !== newest.saved.updatedAt) {
    const conflict = { base: copy.base ?? newest.draft, theirs: newest }
    return { base: newest, draft: copy.draft, isRestored: false, conflict }
  }
  return {
    base: copy.saved && copy.base ? { draft: copy.base, saved: copy.saved } : newest,
    draft: withFilled(copy.draft, filled),
    isRestored: !isSameExceptTime(copy.draft, newest.draft),
    conflict: null,
  }
}

/** The URL's time replaces the stored one. Its media are added. */
const withFilled = (draft: Draft, { localTime, slides = [] }: Partial<Draft>): Draft => ({
  ...draft,
  ...(localTime ? { localTime } : {}),
  slides: [...draft.slides, ...slides],
})
