import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { nameChannels } from '@/components/channels/channel-names'
import { refreshStories } from '@/components/stories/query-keys'
import {
  type BulkMove,
  type BulkMoveResult,
  bulkMove,
  type Change,
  changesOf,
  skippedOf,
  targetOf,
  undoBulkMove,
  undoProblem,
} from '@/components/story-moves/bulk-move'
import { useUndo } from '@/components/story-moves/use-undo'
import { moveTo } from '@/components/time/channel-times'
import { formatTime } from '@/components/time/formats'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import type { CalendarStory } from '@/lib/calendar/contract'
import { plural } from '@/lib/text/number-text'
import { applyChanges, calendarKeys, lockReasonOf, storyTitle } from '../data/calendar-data'
import type { CalendarCard } from '../data/cards'
import { type MovePlan, planMove, type Target } from './move-story'
import { useStoryVersions } from './use-story-versions'

/** Why a move failed: our message or the server's error. */
export type MoveError = { title: string; message?: string; error?: unknown }
/** The toast of a move, with its undo. Showing it returns a function that closes it. */
export type MoveDone = { message: string; undo?: () => Promise<void> }

type Props = { projectId: string; now: Date; onMoved: (done: MoveDone) => () => void }

/** Reschedules stories: optimistic updates, undo, and errors. */
export function useMoves(props: Props) {
  const context = useMoveContext(props)
  const move = useMoveCard(context)
  const bulkMoveAll = useBulkMove(context)
  const { moveError, setMoveError, bulkResult, setBulkResult, undo } = context
  return useMemo(
    () => ({
      move,
      bulkMoveAll,
      undo: undo.latest,
      moveError,
      setMoveError,
      bulkResult,
      closeResult: () => setBulkResult(null),
    }),
    [move, bulkMoveAll, undo.latest, moveError, setMoveError, bulkResult, setBulkResult],
  )
}

/** State and functions shared by all moves. */
function useMoveContext({ projectId, now, onMoved }: Props) {
  const queries = useQueryClient()
  const latest = useRef(now)
  latest.current = now
  const { timeZone, locale } = useZone()
  const [moveError, setMoveError] = useState<MoveError | null>(null)
  const [bulkResult, setBulkResult] = useState<BulkMoveResult | null>(null)
  const undo = useUndo()
  const versions = useStoryVersions()
  const tools = useMemo(() => {
    const apply = (changes: ReadonlyMap<string, Change>): void => applyChanges(queries, projectId, timeZone, changes)
    return {
      /** Shows stories at their new times. Cancels running queries, which would show the old ones. */
      show: async (changes: ReadonlyMap<string, Change>): Promise<void> => {
        await queries.cancelQueries({ queryKey: calendarKeys.all(projectId) })
        apply(changes)
      },
      /** Shows the result of a move, except for stories that were moved again. Then refetches. */
      settle: async (sent: Promise<unknown>, changes: ReadonlyMap<string, Change>): Promise<void> => {
        const settled = [...changes].filter(([id]) => versions.isLast(id, sent))
        apply(new Map(settled))
        if (settled.length === changes.size) await refreshStories(queries, projectId)
      },
      format: (at: string | Date): string => formatTime(at, 'short', timeZone, locale),
    }
  }, [queries, projectId, timeZone, locale, versions])
  return {
    projectId,
    timeZone,
    latest,
    moveError,
    setMoveError,
    bulkResult,
    setBulkResult,
    undo,
    versions,
    onMoved,
    ...tools,
  }
}
type MoveContext = ReturnType<typeof useMoveContext>

/** Whether a card can move to a time. Sets the error if not. */
function useCanMove({ latest, setMoveError, format }: MoveContext) {
  return useCallback(
    (card: CalendarCard, at: Date): boolean => {
      const message =
        lockReasonOf(card, latest.current) ?? (at < latest.current ? `${format(at)} is in the past.` : null)
      setMoveError(message ? { title: titleOf(card), message } : null)
      return message === null && at.toISOString() !== card.at
    },
    [latest, setMoveError, format],
  )
}

function useUndoOne(context: MoveContext) {
  const { show, settle, format, setMoveError, versions, onMoved } = context
  const canMove = useCanMove(context)
  return useCallback(
    async (card: CalendarCard, before: CalendarCard, plan: MovePlan, after: Change): Promise<void> => {
      const { story, back } = plan
      if (!canMove(card, new Date(before.at))) return
      await show(new Map([[story.id, back]]))
      const moved = { ...story, ...after }
      const sent = versions.enqueue([moved], ([current = moved]) => plan.undo(current))
      try {
        const { stories, failed } = await sent
        if (failed)
          setMoveError({ title: `“${storyTitle(story)}” was moved back, but not all of its channels`, ...failed })
        await settle(sent, new Map([[story.id, { ...back, ...stories.get(story.id) }]]))
        if (!failed) onMoved({ message: `Moved back to ${format(before.at)}${partOf(before)}.` })
      } catch (error) {
        setMoveError({ title: titleOf(before), error })
        await settle(sent, new Map([[story.id, after]]))
      }
    },
    [versions, canMove, onMoved, setMoveError, format, settle, show],
  )
}

function useMoveCard(context: MoveContext) {
  const { projectId, timeZone, show, settle, format, setMoveError, versions, onMoved } = context
  const { offer } = context.undo
  const canMove = useCanMove(context)
  const undoOne = useUndoOne(context)
  return useCallback(
    async (card: CalendarCard, target: Target): Promise<void> => {
      const at = 'at' in target ? target.at : instantOf(target.local, timeZone)
      if (!at || !canMove(card, at)) return
      const plan = planMove({ projectId, timeZone }, card, target, at)
      const { story } = plan
      await show(new Map([[story.id, plan.change]]))
      const sent = versions.enqueue([story], ([current = story]) => plan.send(current))
      const moved = sent.then(({ stories }) => plan.changeAfter(stories.get(story.id)))
      const timeAfter = (after: Change): string => (card.whole ? at.toISOString() : (after.at ?? card.at))
      // Undo is available immediately. It waits for the move to finish.
      const offered = offer(async () => {
        const after = await moved.catch(() => null)
        if (after) await undoOne({ ...card, at: timeAfter(after) }, card, plan, after)
      })
      try {
        const after = await moved
        // Skip the refetch, because it would show the old time while the undo is running.
        if (offered.isUsed()) return
        if (versions.isLast(story.id, sent)) {
          const subject = card.status === 'draft' ? 'Draft moved' : 'Moved'
          const message = `${subject} to ${format(timeAfter(after))}${partOf(card)}.`
          offered.setCloseToast(onMoved({ message, undo: offered.run }))
        }
        await settle(sent, new Map([[story.id, after]]))
      } catch (error) {
        offered.withdraw()
        setMoveError({ title: titleOf(card), error })
        await settle(sent, new Map([[story.id, plan.back]]))
      }
    },
    [undoOne, versions, canMove, offer, onMoved, projectId, setMoveError, format, settle, show, timeZone],
  )
}

function useBulkMove(context: MoveContext) {
  const { projectId, timeZone, latest, show, settle, setMoveError, setBulkResult, versions, onMoved } = context
  const { offer } = context.undo
  return useCallback(
    async (stories: readonly CalendarStory[], how: BulkMove): Promise<void> => {
      setMoveError(null)
      const free = stories.filter((story) => !lockReasonOf(story, latest.current))
      const expected = (story: CalendarStory) => moveTo(story, targetOf(story, how, timeZone).toISOString(), timeZone)
      await show(new Map(free.map((story) => [story.id, expected(story)])))
      const sent = versions.enqueue(stories, () => bulkMove(projectId, stories, how, timeZone))
      const result = await sent
      const moved = stories.filter(({ id }) => result.stories.has(id))
      const undoOne = async (): Promise<void> => {
        await show(new Map(moved.map(({ id, at, own_times }) => [id, { at, own_times }])))
        const sentUndo = versions.enqueue(moved, () => undoBulkMove(projectId, moved, how, timeZone))
        const restored = await sentUndo
        const failed = undoProblem(restored, moved)
        if (failed) setMoveError({ title: 'Some stories were not moved back', ...failed })
        else onMoved({ message: `${plural(moved.length, 'story', 'stories')} moved back.` })
        await settle(sentUndo, changesOf(restored, moved))
      }
      if (moved.length > 0) {
        const offered = offer(undoOne)
        offered.setCloseToast(
          onMoved({ message: `${plural(moved.length, 'story', 'stories')} moved.`, undo: offered.run }),
        )
      }
      const skipped = skippedOf(result, stories)
      if (skipped.length > 0) setBulkResult({ moved: moved.length, skipped })
      if (result.error) setMoveError({ title: 'Some stories were not moved', error: result.error })
      void settle(sent, changesOf(result, stories))
    },
    [latest, versions, offer, onMoved, projectId, setMoveError, settle, show, setBulkResult, timeZone],
  )
}

/** The channels of a card that is a part of its story. */
const partOf = (card: CalendarCard): string => (card.whole ? ` on ${nameChannels(card.channels)}` : '')

const nameOf = (card: CalendarCard): string => `“${storyTitle(card)}”${partOf(card)}`

const titleOf = (card: CalendarCard): string => `${nameOf(card)} was not moved`
