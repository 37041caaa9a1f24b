import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { refreshStories } from '@/components/stories/keys'
import { formatTime } from '@/components/time/formats'
import { movedTo } from '@/components/time/own-times'
import { useZone } from '@/components/time/zone'
import { instantOf } from '@/components/time/zoned'
import { applyChanges, type CalendarStory, type Change, calendarKeys, whyLocked } from './calendar-data'
import { wordsOf } from './chip'
import { changesOf, type How, moveMany, restoreMany, skippedOf, type Told, targetOf, whyNotBack } from './move-many'
import { bringOneBack, moveOne, type Target } from './move-one'
import { useLine } from './use-line'
import { useUndo } from './use-undo'

/** What was not done, in words or as the server's own refusal. */
export type Refusal = { title: string; words?: string; error?: unknown }
/** What was done, and what takes it back while it is fresh. Telling it gives back what takes the words away. */
export type Done = { words: string; undo?: () => Promise<void> }

type Props = { projectId: string; now: Date; onDone: (done: Done) => () => void }

/** Gives stories other times: seen at once, taken back with one step, and told in words when it cannot be. */
export function useMoves(props: Props) {
  const around = useAround(props)
  const move = useMoveOne(around)
  const moveAll = useMoveAll(around)
  const { refusal, refuse, told, tell, undo } = around
  return useMemo(
    () => ({ move, moveAll, undo: undo.latest, refusal, refuse, told, forget: () => tell(null) }),
    [move, moveAll, undo.latest, refusal, refuse, told, tell],
  )
}

/** What every move needs of the screen around it. */
function useAround({ projectId, now, onDone }: Props) {
  const queries = useQueryClient()
  const latest = useRef(now)
  latest.current = now
  const { timeZone, locale } = useZone()
  const [refusal, refuse] = useState<Refusal | null>(null)
  const [told, tell] = useState<Told | null>(null)
  const undo = useUndo()
  const line = useLine()
  const tools = useMemo(() => {
    const apply = (changes: ReadonlyMap<string, Change>): void => applyChanges(queries, projectId, timeZone, changes)
    return {
      /** Shows stories where they are going. A reading that is on its way would show how it was before. */
      show: async (changes: ReadonlyMap<string, Change>): Promise<void> => {
        await queries.cancelQueries({ queryKey: calendarKeys.all(projectId) })
        apply(changes)
      },
      /** Shows what became of a move, unless stories are on their way elsewhere by now. What is read shows it all. */
      settle: async (sent: Promise<unknown>, changes: ReadonlyMap<string, Change>): Promise<void> => {
        const settled = [...changes].filter(([id]) => line.isLast(id, sent))
        apply(new Map(settled))
        if (settled.length === changes.size) await refreshStories(queries, projectId)
      },
      say: (at: string | Date): string => formatTime(at, 'short', timeZone, locale),
    }
  }, [queries, projectId, timeZone, locale, line])
  return { projectId, timeZone, latest, refusal, refuse, told, tell, undo, line, onDone, ...tools }
}
type Around = ReturnType<typeof useAround>

/** Whether a story can go to a time; of one that cannot, why is told. */
function useMayGo({ latest, refuse, say }: Around) {
  return useCallback(
    (story: CalendarStory, at: Date): boolean => {
      const words = whyLocked(story, latest.current) ?? (at < latest.current ? `${say(at)} is in the past.` : null)
      refuse(words ? { title: titleOf(story), words } : null)
      return words === null && at.toISOString() !== story.at
    },
    [latest, refuse, say],
  )
}

function useBringBack(around: Around) {
  const { projectId, timeZone, show, settle, say, refuse, line, onDone } = around
  const mayGo = useMayGo(around)
  return useCallback(
    async (story: CalendarStory, before: CalendarStory): Promise<void> => {
      if (!mayGo(story, new Date(before.at))) return
      await show(new Map([[story.id, { at: before.at, own_times: before.own_times }]]))
      const sent = line.stand([story], ([current = story]) => bringOneBack({ projectId, timeZone }, current, before))
      try {
        const { stories, failed } = await sent
        if (failed) refuse({ title: `“${wordsOf(story)}” is back, but not each of its channels`, ...failed })
        await settle(sent, new Map([[story.id, { own_times: before.own_times, ...stories.get(story.id) }]]))
        if (!failed) onDone({ words: `“${wordsOf(story)}” is back at ${say(before.at)}.` })
      } catch (error) {
        refuse({ title: titleOf(story), error })
        await settle(sent, whereItWas(story))
      }
    },
    [line, mayGo, onDone, projectId, refuse, say, settle, show, timeZone],
  )
}

function useMoveOne(around: Around) {
  const { projectId, timeZone, show, settle, say, refuse, line, onDone } = around
  const { offer } = around.undo
  const mayGo = useMayGo(around)
  const bringBack = useBringBack(around)
  return useCallback(
    async (story: CalendarStory, target: Target): Promise<void> => {
      const at = 'at' in target ? target.at : instantOf(target.local, timeZone)
      if (!at || !mayGo(story, at)) return
      await show(new Map([[story.id, movedTo(story, at.toISOString(), timeZone)]]))
      const sent = line.stand([story], ([current = story]) => moveOne({ projectId, timeZone }, current, target, at))
      const moved = sent.then(({ stories }) => {
        const standing = stories.get(story.id)
        return { ...movedTo(story, standing?.at ?? story.at, timeZone), ...standing }
      })
      // It can be taken back from the moment in which it is seen: the way back waits for the way there.
      const back = offer(async () => {
        const after = await moved.catch(() => null)
        if (after) await bringBack({ ...story, ...after }, story)
      })
      try {
        const after = await moved
        // What is read now would show where it was, while it is on its way back.
        if (back.isUsed()) return
        if (line.isLast(story.id, sent)) {
          back.told(onDone({ words: `“${wordsOf(story)}” moved to ${say(after.at)}.`, undo: back.once }))
        }
        await settle(sent, new Map([[story.id, after]]))
      } catch (error) {
        back.withdraw()
        refuse({ title: titleOf(story), error })
        await settle(sent, whereItWas(story))
      }
    },
    [bringBack, line, mayGo, offer, onDone, projectId, refuse, say, settle, show, timeZone],
  )
}

function useMoveAll(around: Around) {
  const { projectId, timeZone, latest, show, settle, refuse, tell, line, onDone } = around
  const { offer } = around.undo
  return useCallback(
    async (stories: readonly CalendarStory[], how: How): Promise<void> => {
      refuse(null)
      const free = stories.filter((story) => !whyLocked(story, latest.current))
      const expected = (story: CalendarStory) => movedTo(story, targetOf(story, how, timeZone).toISOString(), timeZone)
      await show(new Map(free.map((story) => [story.id, expected(story)])))
      const sent = line.stand(stories, () => moveMany(projectId, stories, how, timeZone))
      const result = await sent
      const moved = stories.filter(({ id }) => result.stories.has(id))
      const bringBack = async (): Promise<void> => {
        await show(new Map(moved.map(({ id, at, own_times }) => [id, { at, own_times }])))
        const brought = line.stand(moved, () => restoreMany(projectId, moved, how, timeZone))
        const restored = await brought
        const failed = whyNotBack(restored, moved)
        if (failed) refuse({ title: 'Not all of them are back', ...failed })
        else onDone({ words: `${countOf(moved.length)} back where they were.` })
        await settle(brought, changesOf(restored, moved))
      }
      if (moved.length > 0) {
        const back = offer(bringBack)
        back.told(onDone({ words: `${countOf(moved.length)} moved.`, undo: back.once }))
      }
      const skipped = skippedOf(result, stories)
      if (skipped.length > 0) tell({ moved: moved.length, skipped })
      if (result.error) refuse({ title: 'Not all of them were moved', error: result.error })
      void settle(sent, changesOf(result, stories))
    },
    [latest, line, offer, onDone, projectId, refuse, settle, show, tell, timeZone],
  )
}

const whereItWas = ({ id, at, own_times }: CalendarStory): Map<string, Change> => new Map([[id, { at, own_times }]])

const titleOf = (story: CalendarStory): string => `“${wordsOf(story)}” was not moved`
const countOf = (count: number): string => (count === 1 ? '1 story' : `${count} stories`)
