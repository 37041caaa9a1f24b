'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '@/components/projects/role'
import { useZone } from '@/components/time/zone'
import { instantOf } from '@/components/time/zoned'
import { classes } from '@/components/ui/classes'
import { Agenda } from './agenda'
import type { CalendarData, CalendarStory } from './calendar-data'
import { CalendarSkeleton } from './calendar-skeleton'
import type { CalendarQuery, Place } from './calendar-view'
import { type ChipRoom, ChipRoomProvider } from './chip'
import type { Drop } from './grid'
import { StaticMonth } from './static-month'
import type { useCarry } from './use-carry'
import type { useSelection } from './use-selection'
import { useStops } from './use-stops'

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
  onHold: (isHeld: boolean) => void
}

const loadGrid = () => import('./grid')
const Grid = dynamic(loadGrid, { ssr: false, loading: () => null })
const nobody: ReadonlySet<string> = new Set()

/** The chosen view, with what all of them share: the chips' room, the keys, and what is read out. */
export function CalendarViews(props: Props) {
  const { projectId, data, place, query, now, today, mayMove, carry, selection, press } = props
  const root = useRef<HTMLDivElement>(null)
  const onStopKey = useStops(root)
  const isGridReady = useGridReady(place.view)
  const carriedId = carry.carried?.story.id ?? null
  const kept = useMemo(() => (carriedId ? new Set([carriedId]) : nobody), [carriedId])
  const room: ChipRoom = useMemo(
    () => ({ now, selected: selection.ids, isSelecting: selection.isSelecting, movingId: carriedId, onPress: press }),
    [now, selection.ids, selection.isSelecting, carriedId, press],
  )
  const slots = useSlots(projectId, now, props.onPast)
  const onKeyDown = (event: KeyboardEvent): void => {
    carry.onKeyDown(event)
    if (!event.defaultPrevented) onStopKey(event)
  }
  const { view } = place
  return (
    <ChipRoomProvider value={room}>
      <div
        ref={root}
        onKeyDownCapture={onKeyDown}
        aria-busy={props.isStale}
        className={classes('transition-opacity', props.isStale && 'opacity-60')}
      >
        {view === 'list' ? (
          <Agenda
            {...{ projectId, data, query, now, maySelect: mayMove, selected: selection.ids }}
            onSelect={selection.toggle}
            onOpen={(story) => press(story, { isToggle: false, isRange: false })}
          />
        ) : isGridReady ? (
          <Grid
            {...{ data, now, kept, mayMove }}
            place={{ ...place, view }}
            newAt={slots.newAt}
            onSlot={slots.open}
            onDrop={props.onDrop}
            onLocked={props.onLocked}
            onHold={props.onHold}
            onMore={(day) => props.show({ ...place, date: day, view: view === 'day' ? 'list' : 'day' })}
          />
        ) : view === 'month' ? (
          <StaticMonth {...{ data, place, today }} />
        ) : (
          <CalendarSkeleton />
        )}
      </div>
      <p id="calendar-keys" hidden>
        {mayMove
          ? 'Enter opens it. Space takes it up to be moved with the arrow keys. X selects it.'
          : 'Enter opens it.'}
      </p>
      <div role="status" aria-live="assertive" className="sr-only">
        {carry.said}
      </div>
    </ChipRoomProvider>
  )
}

/** The library comes once the page stands; until then what the server drew stays, without a flash in between. */
function useGridReady(view: Place['view']): boolean {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    if (view === 'list') return
    let isLeft = false
    void loadGrid().then(() => !isLeft && setIsReady(true))
    return () => {
      isLeft = true
    }
  }, [view])
  return isReady
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
    return { newAt, open }
  }, [projectId, now, mayWrite, timeZone, router, onPast])
}
