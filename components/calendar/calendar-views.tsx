'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import { goToComposer } from '@/components/composer-address/composer-address'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import { useMay } from '@/components/projects/role'
import { useShortcuts } from '@/components/shortcuts/use-shortcuts'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { InlineLoading } from '@/components/ui/lazy/lazy-component'
import { useLazyImport } from '@/components/ui/lazy/use-lazy-import'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import { CalendarSkeleton } from './calendar-skeleton'
import type { CalendarCard, CalendarData } from './data/cards'
import { type ChipContext, ChipContextProvider } from './data/chip-context'
import { useIsNarrow } from './data/use-is-narrow'
import type { RecurringSlot } from './data/use-recurring-slots'
import { useUnsaved } from './data/use-unsaved'
import { type CalendarQuery, isShown, type ViewState } from './data/view-state'
import { PhoneMonth } from './grid/phone-month'
import { ShowWhenSettled } from './grid/show-when-settled'
import { StaticMonth } from './grid/static-month'
import { useArrowFocus } from './keyboard/use-arrow-focus'
import type { useKeyboardDrag } from './keyboard/use-keyboard-drag'
import { useNewStorySlot } from './keyboard/use-new-story-slot'
import { Agenda } from './list/agenda'
import type { Drop } from './move/move-story'
import { DayNotesProvider } from './notes/day-notes-context'
import type { useDayNotes } from './notes/use-day-notes'
import { useNoteKeys } from './notes/use-note-keys'
import type { useSelection } from './selection/use-selection'

/**
 * FullCalendar loads after hydration; until then the server-rendered month stays. Not a lazy component, because that
 * renders nothing for a moment even if loaded.
 */
const loadGrid = () => import('./grid/grid').then((it) => it.default)

type Props = {
  projectId: string
  data: CalendarData
  /** Slots of recurring posts without a story. */
  recurring: readonly RecurringSlot[]
  pillars: readonly ListedPillar[]
  viewState: ViewState
  query: CalendarQuery
  now: Date
  today: string
  mayMove: boolean
  /** Another period is still shown. */
  isStale: boolean
  /** Stories and recurring posts of the shown days are loaded. */
  isLoaded: boolean
  drag: ReturnType<typeof useKeyboardDrag>
  selection: ReturnType<typeof useSelection>
  dayNotes: ReturnType<typeof useDayNotes>
  show: (viewState: ViewState) => void
  press: ChipContext['onPress']
  reschedule: ChipContext['onReschedule']
  onDrop: (drop: Drop) => void
  onLocked: (story: CalendarCard, reason: string) => void
  onPast: (local: string) => void
  onDraft: (id: string, local: string) => void
  onToTray: (story: CalendarCard) => void
  onDayChange: (day: string) => void
  onDragChange: (isDragging: boolean) => void
}

const noIds: ReadonlySet<string> = new Set()

/** The current view with shared state, keyboard handling and screen reader announcements. */
export function CalendarViews(props: Props) {
  const {
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
    press,
    reschedule,
  } = props
  const { dayNotes } = props
  const { locale } = useZone()
  const root = useRef<HTMLDivElement>(null)
  const onStopKey = useArrowFocus(root)
  const isNarrow = useIsNarrow()
  const isHydrated = useBrowserValue(() => true, false)
  const needsGrid = viewState.view !== 'list' && !(viewState.view === 'month' && isNarrow)
  const { module: Grid, ...gridImport } = useLazyImport(loadGrid, needsGrid)
  const draggedId = drag.dragged?.story.key ?? null
  const alwaysShown = useMemo(() => (draggedId ? new Set([draggedId]) : noIds), [draggedId])
  const unsaved = useUnsaved(projectId)
  const chipContext: ChipContext = useMemo(
    () => ({
      projectId,
      query,
      now,
      pillars,
      recurring,
      unsaved,
      selected: selection.ids,
      isSelecting: selection.isSelecting,
      movingId: draggedId,
      onPress: press,
      onReschedule: reschedule,
    }),
    [
      projectId,
      query,
      now,
      pillars,
      recurring,
      unsaved,
      selection.ids,
      selection.isSelecting,
      draggedId,
      press,
      reschedule,
    ],
  )
  const find = useCallback((id: string) => data.stories.find(({ key }) => key === id), [data.stories])
  const newStory = useNewStoryLinks(projectId, now, props.onPast)
  const slot = useNewStorySlot({
    root,
    // The month of a phone has a link per day instead.
    viewState: viewState.view === 'month' && isNarrow ? { ...viewState, view: 'list' } : viewState,
    now,
    today,
    onOpen: newStory.open,
    onDayChange: props.onDayChange,
    mayWrite: newStory.mayWrite,
    find,
  })
  const onNoteKey = useNoteKeys({ dayNotes, find, day: isShown(today, viewState, locale) ? today : viewState.date })
  useShortcuts({ c: slot.begin, 'g c': () => props.show({ ...viewState, date: today }) })
  const onKeyDown = (event: KeyboardEvent): void => {
    slot.onKeyDown(event)
    if (!event.defaultPrevented) onNoteKey(event)
    if (!event.defaultPrevented) drag.onKeyDown(event)
    if (!event.defaultPrevented) onStopKey(event)
  }
  const { view } = viewState
  const phoneMonth = (
    <PhoneMonth
      {...{ projectId, data, recurring, query, viewState, now, today }}
      newAt={newStory.newAt}
      onDay={(day) => props.show({ ...viewState, date: day })}
      onOpen={(story) => press(story, { isToggle: false, isRange: false })}
    />
  )
  return (
    <DayNotesProvider value={dayNotes.value}>
      <ChipContextProvider value={chipContext}>
        <div
          ref={root}
          onKeyDownCapture={onKeyDown}
          aria-busy={props.isStale}
          className={classes(
            'relative',
            // A progress line: faded text would fail contrast.
            props.isStale &&
              'before:absolute before:inset-x-0 before:-top-1 before:h-0.5 before:animate-pulse before:rounded before:bg-accent',
          )}
        >
          {view === 'list' ? (
            <Agenda
              {...{ projectId, data, recurring, query, now, maySelect: mayMove, selected: selection.ids }}
              isSelecting={selection.isSelecting || selection.ids.size > 0}
              onSelect={selection.toggle}
              onOpen={(story) => press(story, { isToggle: false, isRange: false })}
            />
          ) : view === 'month' && isNarrow ? (
            phoneMonth
          ) : (
            <>
              {/* Until hydration the width is unknown. */}
              {view === 'month' && !isHydrated && <div className="sm:hidden">{phoneMonth}</div>}
              {!Grid && gridImport.state !== 'loading' && (
                <InlineLoading state={gridImport.state} onTryAgain={gridImport.tryAgain} />
              )}
              <ShowWhenSettled
                placeholder={
                  view === 'month' ? (
                    <div className="max-sm:hidden">
                      <StaticMonth {...{ data, viewState, today }} />
                    </div>
                  ) : (
                    <CalendarSkeleton />
                  )
                }
              >
                {Grid && (
                  <Grid
                    {...{ projectId, data, recurring, now, alwaysShown, mayMove }}
                    isLoaded={props.isLoaded}
                    viewState={{ ...viewState, view }}
                    slot={slot.slot}
                    newAt={newStory.newAt}
                    onSlot={newStory.open}
                    onDrop={props.onDrop}
                    onLocked={props.onLocked}
                    onDraft={props.onDraft}
                    onNote={(id, day) => {
                      const note = dayNotes.find(id)
                      if (note) dayNotes.move(note, day)
                    }}
                    onToTray={props.onToTray}
                    onDragChange={props.onDragChange}
                  />
                )}
              </ShowWhenSettled>
            </>
          )}
        </div>
        <p id="calendar-keys" hidden>
          {mayMove ? 'Press Enter to open, Space to move with the arrow keys, X to select.' : 'Press Enter to open.'}
        </p>
        <p id="calendar-note-keys" hidden>
          Press Enter to edit, Shift and an arrow key to move to another day, Delete to delete.
        </p>
        <p id="calendar-slot-keys" hidden>
          Use the arrow keys to choose another {view === 'month' ? 'day' : 'hour'}, Enter to create a story, Escape to
          cancel.
        </p>
        <div role="status" aria-live="assertive" className="sr-only">
          {drag.announcement || slot.announcement}
        </div>
      </ChipContextProvider>
    </DayNotesProvider>
  )
}

/** Opens the composer for a slot, unless it is past. */
function useNewStoryLinks(projectId: string, now: Date, onPast: Props['onPast']) {
  const router = useRouter()
  const mayWrite = useMay('stories:write')
  const { timeZone } = useZone()
  return useMemo(() => {
    const newAt = (local: string): string | null => {
      const at = instantOf(local, timeZone)
      return mayWrite && at && at > now ? `/${projectId}/compose?at=${local}` : null
    }
    const open = (local: string): void => {
      const path = newAt(local)
      if (path) goToComposer(router, path)
      else if (mayWrite) onPast(local)
    }
    return { newAt, open, mayWrite }
  }, [projectId, now, mayWrite, timeZone, router, onPast])
}
