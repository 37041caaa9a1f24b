'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import { getStory } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'
import type { StoryDetail } from '@/lib/stories/contract'
import { blankDraft, type Draft, type DraftOverride, draftOf, withOverride } from './draft'
import { type Base, findKeptDraft, forgetDraft, keepDraft, type Saved } from './kept-draft'
import { type Place, takePlace } from './new-place'
import { savedOf } from './use-saver'

const keepAfterMs = 400

export const isSame = (one: Draft, other: Draft): boolean => withoutKeys(one) === withoutKeys(other)
const withoutKeys = (draft: Draft): string =>
  JSON.stringify(draft, (name, value) => (name === 'key' ? undefined : value))
/** The time of a draft is chosen here and said to the server only when the story is scheduled. */
const isSameButTime = (one: Draft, other: Draft): boolean =>
  isSame({ ...one, localTime: '' }, { ...other, localTime: '' })

/** What somebody else saved while this was written, and what both began with. */
export type Conflict = { base: Draft; theirs: Base }

const baseOf = (story: StoryDetail, timeZone: string): Base => ({
  draft: draftOf(story, timeZone),
  saved: savedOf(story),
})

/**
 * The draft in the composer and what of it the server has. What the server has not is kept in the browser while it is
 * written, and brought back when the page was closed over it.
 *
 * @param initial what the page was rendered with
 * @param filled what its address asks to be filled in besides
 */
export function useDraft(projectId: string, initial: Base, filled: Partial<Draft>) {
  const { timeZone } = useZone()
  const [draft, setDraft] = useState<Draft>({ ...initial.draft, ...filled })
  const [base, setBase] = useState(initial)
  const [wasRestored, setWasRestored] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [settled, setSettled] = useState<(Conflict & { mine: Draft; merged: Draft }) | null>(null)
  const [isReady, setIsReady] = useState(false)
  const [canKeep, setCanKeep] = useState(true)
  // After the last words were saved or thrown away, nothing may be written down again.
  const isOver = useRef(false)
  const current = useRef({ draft, base })
  current.current = { draft, base }
  const { nameOf, take } = usePlace(projectId)

  const adopt = useCallback((next: Base): void => {
    // The next save may come before the next paint.
    current.current = { draft: next.draft, base: next }
    setBase(next)
    setDraft(next.draft)
  }, [])

  /** A story that cannot be edited any more may have left words here, of which a new one is made. */
  const findPlace = async (): Promise<void> => {
    const from = new URLSearchParams(window.location.search).get('words')
    const left = from ? findKeptDraft(projectId, from) : null
    await take({ isForWords: left !== null })
    if (!from || !left) return
    keepDraft(projectId, nameOf(null), { draft: { ...left.draft, localTime: '' }, saved: null, base: null })
    forgetDraft(projectId, from)
  }

  const begin = useRef((): Promise<void> => Promise.resolve())
  begin.current = async () => {
    const known = await freshest(initial, timeZone)
    if (known !== initial) adopt(known)
    if (known.saved === null) await findPlace()
    const kept = findKeptDraft(projectId, nameOf(known.saved))
    if (!kept || isSame(kept.draft, known.draft)) return
    if (kept.saved?.updatedAt === known.saved?.updatedAt || known.saved === null) {
      setBase(kept.saved && kept.base ? { draft: kept.base, saved: kept.saved } : known)
      setDraft(withFilled(kept.draft, filled))
      setWasRestored(!isSameButTime(kept.draft, known.draft))
    } else {
      // The story went on without what was kept here: the person decides, field by field.
      setDraft(kept.draft)
      setConflict({ base: kept.base ?? known.draft, theirs: known })
    }
  }
  useEffect(() => {
    void begin.current().finally(() => setIsReady(true))
  }, [])

  useKeeping({ projectId, nameOf, draft, base, isOver, isReady, onKept: setCanKeep })

  const change = useCallback((patch: Partial<Draft>): void => setDraft((before) => ({ ...before, ...patch })), [])
  const changeOverride = useCallback(
    (channel: ChannelId, patch: Partial<DraftOverride>): void =>
      setDraft((before) => withOverride(before, channel, patch)),
    [],
  )
  const onSaved = useCallback(
    (next: Base): void => {
      const isFirst = current.current.base.saved === null
      current.current = { ...current.current, base: next }
      setBase(next)
      if (next.saved === null) return
      if (isSame(current.current.draft, next.draft)) forgetDraft(projectId, next.saved.id)
      if (!isFirst) return
      // From here on it has a name of its own, under which a reload finds it again.
      forgetDraft(projectId, nameOf(null))
      const { pathname } = window.location
      if (pathname.endsWith('/compose')) window.history.replaceState(null, '', `${pathname}?story=${next.saved.id}`)
    },
    [projectId, nameOf],
  )
  const finish = useCallback((): void => {
    isOver.current = true
    forgetDraft(projectId, nameOf(current.current.base.saved))
  }, [projectId, nameOf])
  const startOver = (): void => {
    forgetDraft(projectId, nameOf(base.saved))
    setDraft(base.draft)
    setWasRestored(false)
  }
  const overtaken = useCallback(
    (theirs: StoryDetail): void => {
      const { draft: mine, base: was } = current.current
      const theirBase = baseOf(theirs, timeZone)
      // Somebody saved the very same: only the stamp is new.
      if (isSameButTime(mine, theirBase.draft)) setBase(theirBase)
      else setConflict({ base: was.draft, theirs: theirBase })
    },
    [timeZone],
  )
  /** What the person decided on; the next save goes upon what the others saved. */
  const settle = (merged: Draft): void => {
    if (!conflict) return
    setSettled({ ...conflict, mine: draft, merged })
    setBase(conflict.theirs)
    setDraft(merged)
    setConflict(null)
  }
  /** Both stand side by side once more, as long as nothing was written since. */
  const unsettle = (): void => {
    if (!settled) return
    setDraft(settled.mine)
    setConflict({ base: settled.base, theirs: { ...settled.theirs, saved: base.saved } })
    setSettled(null)
  }
  /** Mine becomes a story of its own and theirs stays as it is. */
  const keepBoth = async (): Promise<void> => {
    if (!conflict) return
    await take({ isForWords: true })
    forgetDraft(projectId, nameOf(base.saved))
    const { pathname } = window.location
    window.history.replaceState(null, '', pathname.replace(/\/(stories\/[^/]+\/edit|compose)$/, '/compose'))
    adopt({ draft: blankDraft([]), saved: null })
    setDraft(draft)
    setConflict(null)
  }
  return {
    isReady,
    draft,
    base,
    savedNow: useCallback(() => current.current.base.saved, []),
    draftNow: useCallback(() => current.current.draft, []),
    change,
    changeOverride,
    update: setDraft,
    onSaved,
    wasRestored,
    canKeep,
    startOver,
    finish,
    conflict,
    overtaken,
    settle,
    unsettle: settled && isSame(settled.merged, draft) ? unsettle : null,
    keepBoth,
    isChanged: !isSame(draft, base.draft),
  }
}

/** Under which name the words are kept: that of their story, and for a new one that of a place of its own. */
function usePlace(projectId: string) {
  const place = useRef<Place>({ name: 'new', leave: () => {} })
  useEffect(() => () => place.current.leave(), [])
  const nameOf = useCallback((saved: Saved | null): string => saved?.id ?? place.current.name, [])
  const take = async (wish: { isForWords: boolean }): Promise<void> => {
    place.current = await takePlace(projectId, wish)
  }
  return { nameOf, take }
}

/** What an address asks for is newer than what was kept; pictures that it brings join those that are there. */
const withFilled = (kept: Draft, { localTime, slides = [] }: Partial<Draft>): Draft => ({
  ...kept,
  ...(localTime ? { localTime } : {}),
  slides: [...kept.slides, ...slides],
})

/**
 * The story as the server has it now. A page that the browser brings back from its history was rendered before the last
 * saves, and knows only by its address which story it went on with.
 */
async function freshest(initial: Base, timeZone: string): Promise<Base> {
  const id = initial.saved?.id ?? new URLSearchParams(window.location.search).get('story')
  if (!id) return initial
  const story = await call(getStory, { id }, { signal: AbortSignal.timeout(4_000) }).catch(() => null)
  if (!story || (story.status !== 'draft' && story.status !== 'scheduled')) return initial
  return story.updated_at === initial.saved?.updatedAt ? initial : baseOf(story, timeZone)
}

type Keeping = {
  projectId: string
  nameOf: (saved: Saved | null) => string
  draft: Draft
  base: Base
  isOver: { current: boolean }
  isReady: boolean
  onKept: (canKeep: boolean) => void
}

/** Writes down what the server has not: soon after it was typed, and at once when the page is left. */
function useKeeping({ projectId, nameOf, draft, base, isOver, isReady, onKept }: Keeping): void {
  const write = useRef(() => {})
  write.current = () => {
    if (isOver.current || !isReady) return
    const name = nameOf(base.saved)
    // A time alone is no story yet: kept, it would be the time of the next one.
    const isNothing = base.saved === null && isSameButTime(draft, base.draft)
    if (isNothing || isSame(draft, base.draft)) forgetDraft(projectId, name)
    else onKept(keepDraft(projectId, name, { draft, saved: base.saved, base: base.draft }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of these is written down.
  useEffect(() => {
    const timer = setTimeout(() => write.current(), keepAfterMs)
    return () => clearTimeout(timer)
  }, [draft, base, isReady])
  useEffect(() => {
    const leave = (): void => write.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}
