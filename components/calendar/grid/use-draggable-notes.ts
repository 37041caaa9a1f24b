import { Draggable } from '@fullcalendar/react/interaction'
import { type RefObject, useEffect } from 'react'

/** FullCalendar follows drags of notes, and tells the day they are dropped on. */
export function useDraggableNotes(frame: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !frame.current) return
    const draggable = new Draggable(frame.current, { itemSelector: '[data-note]', eventData: { create: false } })
    return () => draggable.destroy()
  }, [frame, isOn])
}
