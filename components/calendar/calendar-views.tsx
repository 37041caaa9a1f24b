'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import { useMay } from '@/components/projects/role'
import { useKeys } from '@/components/shortcuts/use-keys'
import { useZone } from '@/components/time/zone'
import { instantOf } from '@/components/time/zoned'
import { classes } from '@/components/ui/classes'
import { SoonHere } from '@/components/ui/later'
import { usePart } from '@/components/ui/use-part'
import { Agenda } from './agenda'
import type { CalendarData, CalendarStory } from './calendar-data'
import { CalendarSkeleton } from './calendar-skeleton'
import type { CalendarQuery, Place } from './calendar-view'
import { type ChipRoom, ChipRoomProvider } from './chip'
import type { Drop } from './grid'
import { StaticMonth } from './static-month'
import { Unveiled } from './unveiled'
import type { useCarry } from './use-carry'
import type { useSelection } from './use-selection'
import { useSlot } from './use-slot'
import { useStops } from './use-stops'

/**
 * The library comes once the page stands; until then what the server drew stays. It is kept as it is and not as a
 * component of its own, which would show nothing for a moment though it is there already.
 */
const loadGrid = () => import('./grid').then((it) => it.default)

type Props = {
  projectId: string
  data: CalendarData
  place: Place
  query: CalendarQuery
  now: Date
  today: string
  mayMove: boolean
  isStale: boolean
  carry: ReturnType<typeof useCarry>
  selection: ReturnType<typeof useSelection>
  show: (place: Place) => void
  press: ChipRoom['onPress']
  onDrop: (drop: Drop) => void
  onLocked: (story: CalendarStory, reason: string) => void
  onPast: (local: string) => void
  onReach: (day: string) => void
  onHold: (isHeld: boolean) => void
}

const nobody: ReadonlySet<string> = new Set()

/** The chosen view, with what all of them share: the chips' room, the keys, and what is read out. */
export function CalendarViews(props: Props) {
  const { projectId, data, place, query, now, today, mayMove, carry, selection, press } = props
  const root = useRef<HTMLDivElement>(null)
  const onStopKey = useStops(root)
  const { part: Grid, ...soon } = usePart(loadGrid, place.view !== 'list')
  const carriedId = carry.carried?.story.id ?? null
  const kept = useMemo(() => (carriedId ? new Set([carriedId]) : nobody), [carriedId])
  const room: ChipRoom = useMemo(
    () => ({ now, selected: selection.ids, isSelecting: selection.isSelecting, movingId: carriedId, onPress: press }),
    [now, selection.ids, selection.isSelecting, carriedId, press],
  )
  const slots = useSlots(projectId, now, props.onPast)
  const slot = useSlot({
    root,
    place,
    now,
    today,
    onOpen: slots.open,
    onReach: props.onReach,
    mayWrite: slots.mayWrite,
    find: useCallback((id: string) => data.stories.find((story) => story.id === id), [data.stories]),
  })
  useKeys({ c: slot.begin, 'g c': () => props.show({ ...place, date: today }) })
  const onKeyDown = (event: KeyboardEvent): void => {
    slot.onKeyDown(event)
    if (!event.defaultPrevented) carry.onKeyDown(event)
    if (!event.defaultPrevented) onStopKey(event)
  }
  const { view } = place
  return (
    <ChipRoomProvider value={room}>
      <div
        ref={root}
        onKeyDownCapture={onKeyDown}
        aria-busy={props.isStale}
        className={classes(
          'relative',
          // A line above and not paler words, which nobody could read as long as it takes.
          props.isStale &&
            'before:absolute before:inset-x-0 before:-top-1 before:h-0.5 before:animate-pulse before:rounded before:bg-accent',
        )}
      >
        {view === 'list' ? (
          <Agenda
            {...{ projectId, data, query, now, maySelect: mayMove, selected: selection.ids }}
            onSelect={selection.toggle}
            onOpen={(story) => press(story, { isToggle: false, isRange: false })}
          />
        ) : (
          <>
            {!Grid && soon.state !== 'loading' && <SoonHere state={soon.state} onTryAgain={soon.tryAgain} />}
            <Unveiled
              placeholder={view === 'month' ? <StaticMonth {...{ data, place, today }} /> : <CalendarSkeleton />}
            >
              {Grid && (
                <Grid
                  {...{ data, now, kept, mayMove }}
                  place={{ ...place, view }}
                  slot={slot.slot}
                  newAt={slots.newAt}
                  onSlot={slots.open}
                  onDrop={props.onDrop}
                  onLocked={props.onLocked}
                  onHold={props.onHold}
                  onMore={(day) => props.show({ ...place, date: day, view: view === 'day' ? 'list' : 'day' })}
                />
              )}
            </Unveiled>
          </>
        )}
      </div>
      <p id="calendar-keys" hidden>
        {mayMove
          ? 'Enter opens it. Space takes it up to be moved with the arrow keys. X selects it.'
          : 'Enter opens it.'}
      </p>
      <p id="calendar-slot-keys" hidden>
        Arrow keys choose another {view === 'month' ? 'day' : 'hour'}. Enter begins a story there. Escape goes back.
      </p>
      <div role="status" aria-live="assertive" className="sr-only">
        {carry.said || slot.said}
      </div>
    </ChipRoomProvider>
  )
}

/** An empty place is where a story begins, as long as it is not past. */
function useSlots(projectId: string, now: Date, onPast: Props['onPast']) {
  const router = useRouter()
  const mayWrite = useMay('stories:write')
  const { timeZone } = useZone()
  return useMemo(() => {
    const newAt = (local: string): string | null => {
      const at = instantOf(local, timeZone)
      return mayWrite && at && at > now ? `/${projectId}/compose?at=${local}` : null
    }
    const open = (local: string): void => {
      const address = newAt(local)
      if (address) router.push(address)
      else if (mayWrite) onPast(local)
    }
    return { newAt, open, mayWrite }
  }, [projectId, now, mayWrite, timeZone, router, onPast])
}
