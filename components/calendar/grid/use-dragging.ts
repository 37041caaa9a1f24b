import type { EventDragStopInfo, EventDropInfo } from '@fullcalendar/react'
import { type RefObject, useRef, useState } from 'react'
import { localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { shifted } from '@/lib/calendar-days'
import { lockReasonOf } from '../data/calendar-data'
import type { CalendarCard } from '../data/cards'
import type { Drop } from '../move/move-story'

const minuteMs = 60_000

/**
 * Keeps the calendar as it is during a drag. FullCalendar loses the dragged event if its events change. If an option
 * changes, even a handler, it takes the drop for one from another calendar and does not call `eventDrop`.
 */
export function useFrozen<T>(value: T, isFrozen: RefObject<boolean>): T {
  const last = useRef(value)
  if (!isFrozen.current) last.current = value
  return last.current
}

type Props = {
  now: Date
  onDrop: (drop: Drop) => void
  onLocked: (story: CalendarCard, reason: string) => void
  onToTray: (story: CalendarCard) => void
  onDragChange: (isDragging: boolean) => void
}

/** Drags of stories with the pointer. */
export function useDragging({ onDrop, onLocked, onToTray, onDragChange, now }: Props) {
  const { timeZone } = useZone()
  // A ref, because it applies to the render that the start of the drag causes.
  const isDragging = useRef(false)
  const [, render] = useState(false)
  const setDragging = (next: boolean): void => {
    isDragging.current = next
    render(next)
    onDragChange(next)
  }
  return {
    isDragging,
    eventDragStart: () => setDragging(true),
    eventDragStop: ({ event, jsEvent }: EventDragStopInfo) => {
      setDragging(false)
      const story = event.extendedProps.story as CalendarCard | undefined
      if (story && isOverTray(jsEvent)) onToTray(story)
    },
    eventDrop: ({ event, delta, revert }: EventDropInfo) => {
      // The position comes from our data, which is updated optimistically.
      revert()
      const story = event.extendedProps.story as CalendarCard
      const reason = lockReasonOf(story, now)
      if (reason) {
        onLocked(story, reason)
        return
      }
      const days = delta.days
      const minutes = Math.round(delta.milliseconds / minuteMs)
      // In local time. The month view keeps the time of day.
      const target = { local: shifted(localOf(story.at, timeZone), { days, minutes }) }
      onDrop({ story, target, days, minutes })
    },
  }
}

const isOverTray = ({ clientX, clientY }: MouseEvent): boolean =>
  document.elementsFromPoint(clientX, clientY).some((element) => element.closest('[data-draft-tray]'))
