'use client'

import { useCallback, useMemo, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { StoryFilterBar } from '@/components/stories/story-filter-bar'
import { formatTime } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { useZone, type Zone, ZoneLine } from '@/components/time/zone'
import { dayOf, instantOf } from '@/components/time/zoned'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import { BulkDialog, ToldDialog } from './bulk-dialog'
import { type CalendarData, type CalendarStory, withChanges } from './calendar-data'
import { CalendarEmpty } from './calendar-empty'
import { CalendarSkeleton } from './calendar-skeleton'
import { type Place, queryOf } from './calendar-view'
import { CalendarViews } from './calendar-views'
import { wordsOf } from './chip'
import type { Drop } from './grid'
import { RefusalNote } from './refusal-note'
import { SelectionBar } from './selection-bar'
import { StoryPeek } from './story-peek'
import { Toolbar } from './toolbar'
import { useCalendar } from './use-calendar'
import { useCalendarKeys } from './use-calendar-keys'
import { useCarry } from './use-carry'
import { type Done, useMoves } from './use-moves'
import { usePlace } from './use-place'
import { useSelection } from './use-selection'

type Props = { projectId: string; initial: CalendarData; initialPlace: Place; now: string }

/** The home of a project: what goes out when, and the place where that is changed. */
export function Calendar({ projectId, initial, initialPlace, now: renderedAt }: Props) {
  const zone = useZone()
  const now = useNow(renderedAt)
  const today = dayOf(now, zone.timeZone)
  const mayMove = useMay('stories:publish')
  const { place, show } = usePlace(initialPlace, today)
  const [isHeld, setIsHeld] = useState(false)
  const query = queryOf(place, zone)
  const isInitial = JSON.stringify(query) === JSON.stringify(queryOf(initialPlace, zone))
  const calendar = useCalendar(projectId, query, { initial: isInitial ? initial : undefined, isHeld })
  const stories = calendar.data?.stories ?? noStories
  const [peeked, setPeeked] = useState<CalendarStory | null>(null)
  const [isMovingMany, setIsMovingMany] = useState(false)
  const moves = useMoves({ projectId, now, onDone: useDoneToast() })
  const selection = useSelection(stories)
  const { refuse } = moves
  const onLocked = useCallback((story: CalendarStory, words: string) => refuse(lockedRefusal(story, words)), [refuse])
  const onDrop = (drop: Drop): void => {
    const isOneOfMany = selection.ids.has(drop.story.id) && selection.ids.size > 1
    if (!isOneOfMany) void moves.move(drop.story, drop.target)
    else void moves.moveAll(selection.chosen, howOf(drop, zone.timeZone))
  }
  const reach = (day: string): void => show({ ...place, date: day }, { isKept: true })
  const find = (id: string): CalendarStory | undefined => stories.find((story) => story.id === id)
  const carry = useCarry({
    now,
    view: place.view,
    mayMove: mayMove && place.view !== 'list',
    find,
    onDrop,
    onLocked,
    onSelect: selection.toggle,
    onReach: reach,
  })
  useCalendarKeys({ projectId, place, today, show, undo: peeked || isMovingMany ? null : moves.undo })
  const data = useCarriedData(calendar.data, carry.carried, query, zone.timeZone)
  const press = useCallback(
    (story: CalendarStory, { isToggle, isRange }: { isToggle: boolean; isRange: boolean }) => {
      if (mayMove && (isToggle || isRange || selection.isSelecting)) selection.toggle(story, isRange)
      else setPeeked(story)
    },
    [mayMove, selection.isSelecting, selection.toggle],
  )
  return (
    <>
      <PageHeader title="Calendar">
        <ZoneLine />
      </PageHeader>
      <Toolbar
        {...{ place, today, isSelecting: selection.isSelecting }}
        maySelect={mayMove && place.view !== 'list'}
        onSelecting={(isOn) => (isOn ? selection.setIsSelecting(true) : selection.clear())}
        onShow={show}
      />
      <div id="calendar-filters">
        <StoryFilterBar filter={place.filter} onChange={(filter) => show({ ...place, filter })} />
      </div>
      <RoleNote scope="stories:publish" to="plan and move stories" className="mb-3 text-ink-soft" />
      {calendar.error && (
        <div className="mb-4">
          <ErrorNote
            isReading
            error={calendar.error}
            title="The calendar may be out of date"
            action={
              <Button isSmall onClick={() => void calendar.refetch()}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      {data?.stories.length === 0 && <CalendarEmpty {...{ projectId, place, today, show }} />}
      {data ? (
        <CalendarViews
          {...{ projectId, data, place, query, now, today, mayMove, carry, selection, show, press, onDrop, onLocked }}
          isStale={calendar.isPlaceholderData}
          onPast={(local) =>
            refuse({ title: 'Nothing can be planned there', words: `${sayLocal(local, zone)} is in the past.` })
          }
          onReach={reach}
          onHold={setIsHeld}
        />
      ) : (
        !calendar.error && <CalendarSkeleton />
      )}
      <SelectionBar
        count={selection.ids.size}
        isSelecting={selection.isSelecting}
        onMove={() => setIsMovingMany(true)}
        onClear={selection.clear}
      />
      <RefusalNote refusal={moves.refusal} onClose={() => moves.refuse(null)} />
      {peeked && (
        <StoryPeek
          {...{ projectId, now }}
          story={find(peeked.id) ?? peeked}
          isSelected={selection.ids.has(peeked.id)}
          onCarry={
            place.view === 'list'
              ? undefined
              : () => {
                  setPeeked(null)
                  carry.take(find(peeked.id) ?? peeked)
                }
          }
          onSelect={() => {
            selection.toggle(peeked)
            setPeeked(null)
          }}
          onMove={(local) => {
            setPeeked(null)
            void moves.move(find(peeked.id) ?? peeked, { local })
          }}
          onClose={() => setPeeked(null)}
        />
      )}
      {isMovingMany && (
        <BulkDialog
          stories={selection.chosen}
          now={now}
          onMove={(how) => {
            setIsMovingMany(false)
            void moves.moveAll(selection.chosen, how).then(selection.clear)
          }}
          onClose={() => setIsMovingMany(false)}
        />
      )}
      {moves.told && <ToldDialog told={moves.told} onClose={moves.forget} />}
    </>
  )
}

const sayLocal = (local: string, { timeZone, locale }: Zone): string =>
  formatTime(instantOf(local, timeZone) ?? local, 'short', timeZone, locale)

const noStories: CalendarStory[] = []

const lockedRefusal = (story: CalendarStory, words: string) => ({ title: `“${wordsOf(story)}” was not moved`, words })

/** Whole days keep the time of day; with minutes in it, all go on by the very same stretch. */
function howOf({ story, target, days, minutes }: Drop, timeZone: string) {
  if (minutes === 0) return { kind: 'days', days } as const
  const at = 'at' in target ? target.at : (instantOf(target.local, timeZone) ?? new Date(story.at))
  return { kind: 'minutes', minutes: Math.round((at.getTime() - new Date(story.at).getTime()) / 60_000) } as const
}

function useDoneToast(): (done: Done) => () => void {
  const toast = useToast()
  return useCallback(
    ({ words, undo }) =>
      toast(
        <span className="flex items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">{words}</span>
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

/** What is in the keyboard's hand is drawn where it is held. */
function useCarriedData(
  data: CalendarData | undefined,
  carried: ReturnType<typeof useCarry>['carried'],
  query: { from: string; to: string },
  timeZone: string,
): CalendarData | undefined {
  const { from, to } = query
  return useMemo(() => {
    if (!data || !carried) return data
    const at = (instantOf(carried.local, timeZone) ?? new Date(carried.story.at)).toISOString()
    const isThere = data.stories.some(({ id }) => id === carried.story.id)
    const all = isThere ? data : { ...data, stories: [...data.stories, carried.story] }
    return withChanges(all, { from, to }, timeZone, new Map([[carried.story.id, { at }]]))
  }, [data, carried, from, to, timeZone])
}
