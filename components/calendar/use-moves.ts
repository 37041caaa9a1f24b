import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { refreshStories } from '@/components/stories/keys'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { instantOf } from '@/components/time/zoned'
import { call } from '@/lib/api/client'
import { bulkReschedule, editStory } from '@/lib/api/operations.generated'
import { applyChanges, type CalendarStory, type Change, calendarKeys, whyLocked } from './calendar-data'
import { wordsOf } from './chip'
import { type How, moveMany, restoreMany, restoreOwnTimes, type Told, targetOf } from './move-many'

/** What was not done, in words or as the server's own refusal. */
export type Refusal = { title: string; words?: string; error?: unknown }
/** What was done, and what takes it back while it is fresh. */
export type Done = { words: string; undo?: () => Promise<void> }

/** As long as a move can be taken back with a key. */
const undoMs = 10_000

/** A moment, or a local time whose meaning the server decides when clocks change. */
export type Target = { local: string } | { at: Date }

export function useMoves(projectId: string, now: Date, onDone: (done: Done) => void) {
  const queries = useQueryClient()
  const latest = useRef(now)
  latest.current = now
  const { timeZone, locale } = useZone()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const [latestUndo, setUndo] = useState<(() => Promise<void>) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const say = useCallback((at: string | Date) => formatTime(at, 'short', timeZone, locale), [timeZone, locale])
  const apply = useCallback(
    (changes: ReadonlyMap<string, Change>) => applyChanges(queries, projectId, timeZone, changes),
    [queries, projectId, timeZone],
  )
  /** A reading that is on its way shows how it was before. */
  const hold = useCallback(() => queries.cancelQueries({ queryKey: calendarKeys.all(projectId) }), [queries, projectId])

  /** Gives a key and a button to take something back, each once. Another move since then keeps its own. */
  const offerUndo = useCallback((back: () => Promise<void>) => {
    let isUsed = false
    const once = async (): Promise<void> => {
      if (isUsed) return
      isUsed = true
      withdraw()
      await back()
    }
    const withdraw = (): void => setUndo((current) => (current === once ? null : current))
    clearTimeout(timer.current)
    timer.current = setTimeout(withdraw, undoMs)
    setUndo(() => once)
    return { once, withdraw, isUsed: () => isUsed }
  }, [])

  const move = useCallback(
    async (story: CalendarStory, target: Target, isUndo = false): Promise<void> => {
      const at = 'at' in target ? target.at : instantOf(target.local, timeZone)
      const title = `“${wordsOf(story)}” was not moved`
      if (!at) return
      const words = whyLocked(story, latest.current) ?? (at < latest.current ? `${say(at)} is in the past.` : null)
      setRefusal(words ? { title, words } : null)
      if (words || at.toISOString() === story.at) return
      await hold()
      apply(new Map([[story.id, { at: at.toISOString() }]]))
      const sent = sendMove(projectId, story, target, at, timeZone)
      // It can be taken back from the moment in which it is seen: the way back waits for the way there.
      const undo = isUndo
        ? null
        : offerUndo(async () => {
            const after = await sent.catch(() => null)
            if (after) await move({ ...story, ...after }, { at: new Date(story.at) }, true)
          })
      try {
        const after = await sent
        apply(new Map([[story.id, after]]))
        const failed = isUndo ? await restoreOwnTimes(projectId, [story]) : null
        if (failed) setRefusal({ title: `“${wordsOf(story)}” is back, but not each of its channels`, ...failed })
        if (!undo) {
          await refreshStories(queries, projectId)
          onDone({ words: `“${wordsOf(story)}” is back at ${say(after.at)}.` })
        } else if (!undo.isUsed()) onDone({ words: `“${wordsOf(story)}” moved to ${say(after.at)}.`, undo: undo.once })
        // What is read now would show where it was, while it is on its way back.
        else return
      } catch (error) {
        undo?.withdraw()
        apply(new Map([[story.id, { at: story.at }]]))
        setRefusal({ title, error })
      }
      await refreshStories(queries, projectId)
    },
    [apply, hold, offerUndo, onDone, projectId, queries, say, timeZone],
  )

  const moveAll = useCallback(
    async (stories: readonly CalendarStory[], how: How): Promise<void> => {
      setRefusal(null)
      await hold()
      const free = stories.filter((story) => !whyLocked(story, latest.current))
      apply(new Map(free.map((story) => [story.id, { at: targetOf(story, how, timeZone).toISOString() }])))
      const result = await moveMany(projectId, stories, how, timeZone)
      const moved = stories.filter(({ id }) => result.times.has(id))
      const before = new Map(stories.map(({ id, at }) => [id, { at: result.times.get(id) ?? at }]))
      apply(before)
      const back = async (): Promise<void> => {
        await hold()
        apply(new Map(moved.map(({ id, at }) => [id, { at }])))
        const failed = await restoreMany(projectId, moved, how, timeZone)
        // First what the server made of it: whoever takes one of them up by then would be told that somebody else had it.
        await refreshStories(queries, projectId)
        if (failed) setRefusal({ title: 'Not all of them are back', ...failed })
        else onDone({ words: `${countOf(moved.length)} back where they were.` })
      }
      const undo = moved.length > 0 ? offerUndo(back) : null
      await refreshStories(queries, projectId)
      if (undo && !undo.isUsed()) onDone({ words: `${countOf(moved.length)} moved.`, undo: undo.once })
      if (result.skipped.length > 0) setTold({ moved: moved.length, skipped: result.skipped })
      if (result.error) setRefusal({ title: 'Not all of them were moved', error: result.error })
    },
    [apply, hold, offerUndo, onDone, projectId, queries, timeZone],
  )

  return useMemo(
    () => ({ move, moveAll, undo: latestUndo, refusal, refuse: setRefusal, told, forget: () => setTold(null) }),
    [move, moveAll, latestUndo, refusal, told],
  )
}

const countOf = (count: number): string => (count === 1 ? '1 story' : `${count} stories`)

/** Gives one story its new time, unless somebody else changed it since it was shown. */
async function sendMove(
  projectId: string,
  story: CalendarStory,
  target: Target,
  at: Date,
  timeZone: string,
): Promise<{ at: string; updated_at?: string }> {
  if (story.status === 'draft') {
    // An edit that gives a draft a time schedules it; this gives it another time and leaves it a draft.
    const { updated, skipped } = await call(bulkReschedule, {
      project_id: projectId,
      story_ids: [story.id],
      scheduled_at: at.toISOString(),
    })
    if (updated[0]) return { at: updated[0].scheduled_at }
    throw new Error(skipped[0]?.reason ?? 'not moved')
  }
  const { story: after } = await call(editStory, {
    id: story.id,
    expected_updated_at: story.updated_at,
    ...('at' in target ? { scheduled_at: at.toISOString() } : { scheduled_at_local: target.local, timezone: timeZone }),
    // Both were judged when it was scheduled; another time makes neither better nor worse.
    connection_check: 'warn',
    lint_check: 'warn',
  })
  return { at: after.scheduled_at ?? at.toISOString(), updated_at: after.updated_at }
}
