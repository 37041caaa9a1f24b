'use client'

import { useCallback, useMemo, useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { usePillars } from '@/components/pillars/use-pillars'
import { RoleNote, useMay } from '@/components/projects/role'
import { useDeletedStories } from '@/components/story-list/use-deleted-stories'
import { BulkMoveDialog, SkippedDialog } from '@/components/story-moves/bulk-move-dialog'
import { formatTime } from '@/components/time/formats'
import { dayOf, instantOf } from '@/components/time/local-time'
import { useNow } from '@/components/time/use-now'
import { useZone, type Zone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import type { AnswerTo } from '@/lib/api/operation'
import type { listCalendar } from '@/lib/openapi/operations.generated'
import { CalendarEmpty } from './calendar-empty'
import { CalendarSkeleton } from './calendar-skeleton'
import { CalendarViews } from './calendar-views'
import { storyTitle, withCardAt, withoutStories } from './data/calendar-data'
import type { CalendarCard, CalendarData } from './data/cards'
import { useCalendar } from './data/use-calendar'
import { useIsCompact } from './data/use-is-narrow'
import { useRecurringSlots } from './data/use-recurring-slots'
import { useViewState } from './data/use-view-state'
import { queryOf, type ViewState } from './data/view-state'
import { useCalendarShortcuts } from './keyboard/use-calendar-shortcuts'
import { useKeyboardDrag } from './keyboard/use-keyboard-drag'
import { MoveErrorNote } from './move/move-error'
import type { Drop } from './move/move-story'
import { type MoveDone, useMoves } from './move/use-moves'
import { type InitialNotes, useDayNotes } from './notes/use-day-notes'
import { OpenedStory, type OpenedStoryHandle } from './opened-story'
import { SelectionBar } from './selection/selection-bar'
import { useSelection } from './selection/use-selection'
import { Toolbar } from './toolbar'
import { DraftTray } from './tray/draft-tray'
import { useTray } from './tray/use-tray'

const NoteDialog = lazyComponent(() => import('./notes/note-dialog').then((it) => it.default))

type Props = {
  projectId: string
  initial: AnswerTo<typeof listCalendar>
  /** Null while notes and holidays are hidden. */
  initialNotes: InitialNotes
  initialView: ViewState
  /** Whether the tray of drafts was open on the last visit. */
  hasTray: boolean
  now: string
}

/** The home screen of a project: the schedule of its stories. */
export function Calendar({ projectId, initial, initialNotes, initialView, hasTray, now: renderedAt }: Props) {
  const zone = useZone()
  const now = useNow(renderedAt)
  const today = dayOf(now, zone.timeZone)
  const mayMove = useMay('stories:publish')
  const moves = useMoves({ projectId, now, onMoved: useMoveToast() })
  const tray = useTray({ projectId, now, isInitiallyOpen: hasTray, onError: moves.setMoveError })
  const isCompact = useIsCompact({ hasTray: tray.isOpen })
  const { viewState, show } = useViewState(initialView, today, isCompact)
  const [isDragging, setIsDragging] = useState(false)
  const query = queryOf(viewState, zone)
  const isInitial = JSON.stringify(query) === JSON.stringify(queryOf(initialView, zone))
  const calendar = useCalendar(projectId, query, { initial: isInitial ? initial : undefined, isDragging })
  const { slots: recurring, isLoading: isLoadingSlots } = useRecurringSlots(projectId, viewState, query)
  const pillars = usePillars(projectId)
  const dayNotes = useDayNotes({ projectId, viewState, initial: initialNotes, isInitial })
  const deleted = useDeletedStories()
  const { withoutDeleted } = deleted
  const loaded = useMemo(
    () => calendar.data && withoutStories(calendar.data, withoutDeleted),
    [calendar.data, withoutDeleted],
  )
  const stories = loaded?.stories ?? noStories
  const opened = useRef<OpenedStoryHandle>(null)
  const [isMovingMany, setIsMovingMany] = useState(false)
  const selection = useSelection(stories)
  const { setMoveError } = moves
  const onLocked = useCallback(
    (story: CalendarCard, message: string) => setMoveError(lockedError(story, message)),
    [setMoveError],
  )
  const onDrop = (drop: Drop): void => {
    const isOneOfMany = selection.ids.has(drop.story.id) && selection.ids.size > 1
    if (!isOneOfMany) void moves.move(drop.story, drop.target)
    else void moves.bulkMoveAll(selection.chosen, bulkMoveOf(drop, zone.timeZone))
  }
  const showDay = (day: string): void => show({ ...viewState, date: day }, { keepIfVisible: true })
  const find = (id: string): CalendarCard | undefined => stories.find(({ key }) => key === id)
  const drag = useKeyboardDrag({
    now,
    view: viewState.view,
    mayMove: mayMove && viewState.view !== 'list',
    find,
    onDrop,
    onLocked,
    onSelect: selection.toggle,
    onDayChange: showDay,
  })
  useCalendarShortcuts({ viewState, today, show, undo: moves.undo })
  const data = useDraggedData(loaded, drag.dragged, query, zone.timeZone)
  const press = useCallback(
    (story: CalendarCard, { isToggle, isRange }: { isToggle: boolean; isRange: boolean }) => {
      if (mayMove && (isToggle || isRange || selection.isSelecting)) selection.toggle(story, isRange)
      else opened.current?.open(story)
    },
    [mayMove, selection.isSelecting, selection.toggle],
  )
  const reschedule = useCallback((story: CalendarCard) => opened.current?.open(story, { isRescheduling: true }), [])
  return (
    <>
      <PageHeader
        // Narrow windows need the height for the month.
        title={<span className="max-xl:sr-only">Calendar</span>}
        tools={
          <Toolbar
            {...{ projectId, viewState, isCompact, pillars, today, now, isSelecting: selection.isSelecting }}
            maySelect={mayMove}
            onSelecting={(isOn) => (isOn ? selection.setIsSelecting(true) : selection.clear())}
            isTrayOpen={tray.isOpen}
            onTray={tray.setIsOpen}
            hasNotes={dayNotes.isShown}
            onNotes={dayNotes.setIsShown}
            onShow={show}
          />
        }
      />
      <RoleNote scope="stories:publish" to="schedule and move stories" className="mb-3 text-ink-soft" />
      {calendar.error && (
        <div className="mb-4">
          <ErrorNote
            isReading
            error={calendar.error}
            title="The calendar may be out of date"
            onRetry={() => void calendar.refetch()}
          />
        </div>
      )}
      {data?.stories.length === 0 && recurring.length === 0 && !isLoadingSlots && (
        <CalendarEmpty {...{ projectId, viewState, today, show }} />
      )}
      <div className="flex flex-col gap-4 lg:flex-row lg:items-start">
        <div className={classes('min-w-0 flex-1', tray.isOpen && 'max-lg:pb-9')}>
          {data ? (
            <CalendarViews
              {...{
                projectId,
                data,
                recurring,
                pillars,
                viewState,
                query,
                now,
                today,
                mayMove,
                drag,
                selection,
                dayNotes,
                show,
                press,
                reschedule,
                onDrop,
                onLocked,
              }}
              isStale={calendar.isPlaceholderData}
              isLoaded={!calendar.isPlaceholderData && !isLoadingSlots}
              onPast={(local) =>
                setMoveError({
                  title: 'Choose a time in the future',
                  message: `${formatLocal(local, zone)} is in the past.`,
                })
              }
              onDraft={tray.onDraft}
              onToTray={tray.onToTray}
              onDayChange={showDay}
              onDragChange={setIsDragging}
            />
          ) : (
            !calendar.error && <CalendarSkeleton />
          )}
        </div>
        {tray.isOpen && (
          <DraftTray
            {...{ projectId, now, deleted }}
            onSchedule={tray.onSchedule}
            onClose={() => tray.setIsOpen(false)}
          />
        )}
      </div>
      <SelectionBar
        count={selection.ids.size}
        isSelecting={selection.isSelecting}
        onMove={() => setIsMovingMany(true)}
        onClear={selection.clear}
      />
      <MoveErrorNote moveError={moves.moveError} onClose={() => moves.setMoveError(null)} />
      <OpenedStory
        ref={opened}
        {...{ projectId, now, find, deleted }}
        isSelected={(id) => selection.ids.has(id)}
        onStartDrag={viewState.view === 'list' ? undefined : drag.pickUp}
        onSelect={(story) => selection.toggle(story)}
        onMove={(story, local) => void moves.move(story, { local })}
      />
      {dayNotes.opened && (
        <NoteDialog
          {...{ projectId, today }}
          opened={dayNotes.opened}
          mayWrite={dayNotes.value.mayWrite}
          onDelete={dayNotes.remove}
          onClose={dayNotes.close}
        />
      )}
      {isMovingMany && (
        <BulkMoveDialog
          stories={selection.chosen}
          now={now}
          onMove={(how) => {
            setIsMovingMany(false)
            void moves.bulkMoveAll(selection.chosen, how).then(selection.clear)
          }}
          onClose={() => setIsMovingMany(false)}
        />
      )}
      {moves.bulkResult && <SkippedDialog result={moves.bulkResult} onClose={moves.closeResult} />}
    </>
  )
}

const formatLocal = (local: string, { timeZone, locale }: Zone): string =>
  formatTime(instantOf(local, timeZone) ?? local, 'short', timeZone, locale)

const noStories: CalendarCard[] = []

const lockedError = (story: CalendarCard, message: string) => ({
  title: `“${storyTitle(story)}” was not moved`,
  message,
})

/** Moves by whole days keep the time of day; others move all stories by the same duration. */
function bulkMoveOf({ story, target, days, minutes }: Drop, timeZone: string) {
  if (minutes === 0) return { kind: 'days', days } as const
  const at = 'at' in target ? target.at : (instantOf(target.local, timeZone) ?? new Date(story.at))
  return { kind: 'minutes', minutes: Math.round((at.getTime() - new Date(story.at).getTime()) / 60_000) } as const
}

function useMoveToast(): (done: MoveDone) => () => void {
  const toast = useToast()
  return useCallback(
    ({ message, undo }) =>
      toast(
        <span className="flex items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">{message}</span>
          {undo && (
            <Button isSmall onClick={() => void undo()}>
              Undo
            </Button>
          )}
        </span>,
      ),
    [toast],
  )
}

/** The data with the dragged story at its current position. */
function useDraggedData(
  data: CalendarData | undefined,
  dragged: ReturnType<typeof useKeyboardDrag>['dragged'],
  query: { from: string; to: string },
  timeZone: string,
): CalendarData | undefined {
  const { from, to } = query
  return useMemo(() => {
    if (!data || !dragged) return data
    const at = (instantOf(dragged.local, timeZone) ?? new Date(dragged.story.at)).toISOString()
    const card = data.stories.find(({ key }) => key === dragged.story.key) ?? dragged.story
    return withCardAt(data, card, { at, from, to, timeZone })
  }, [data, dragged, from, to, timeZone])
}
