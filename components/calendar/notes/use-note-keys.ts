import { type KeyboardEvent, useCallback } from 'react'
import { useShortcuts } from '@/components/shortcuts/use-shortcuts'
import { dayOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { addDays } from '@/lib/calendar-days'
import type { CalendarCard } from '../data/cards'
import type { useDayNotes } from './use-day-notes'

const stepDays: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

type Props = {
  dayNotes: ReturnType<typeof useDayNotes>
  find: (id: string) => CalendarCard | undefined
  /** The day of a new note if none has the focus. */
  day: string
}

/** A adds a note to the focused day. On a note, Shift and an arrow move it, Delete deletes it. */
export function useNoteKeys({ dayNotes, find, day }: Props): (event: KeyboardEvent) => void {
  const { timeZone } = useZone()
  const { value, remove, move } = dayNotes
  useShortcuts({
    a: () => {
      if (!value.isShown || !value.mayWrite) return
      value.open({ day: focusedDay(dayNotes, find, timeZone) ?? day })
    },
  })
  return useCallback(
    (event) => {
      const id = event.target instanceof HTMLElement ? event.target.dataset.note : undefined
      const note = id && value.mayWrite ? dayNotes.find(id) : undefined
      if (!note || event.ctrlKey || event.metaKey || event.altKey) return
      const step = event.shiftKey ? stepDays[event.key] : undefined
      if (step) {
        move(note, addDays(note.day, step))
        focusNote(note.id)
      } else if (event.key === 'Delete' || event.key === 'Backspace') remove(note)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    [dayNotes, value, move, remove],
  )
}

const focusMs = 10_000

/**
 * Keeps the focus on a note that moved. FullCalendar renders it again on its new day and after the answer of the
 * server, and hides it until it has measured it, so styles count, too.
 */
function focusNote(id: string): void {
  const watcher = new MutationObserver(() => {
    const focused = document.activeElement
    if (focused === document.body) document.querySelector<HTMLElement>(`[data-note="${id}"]`)?.focus()
    else if (!(focused instanceof HTMLElement) || focused.dataset.note !== id) stop()
  })
  const stop = (): void => {
    watcher.disconnect()
    document.removeEventListener('pointerdown', stop)
  }
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style', 'class'] })
  document.addEventListener('pointerdown', stop)
  setTimeout(stop, focusMs)
}

/** The day of the focused story, note, day or slot. */
function focusedDay(
  { find: findNote }: ReturnType<typeof useDayNotes>,
  find: Props['find'],
  timeZone: string,
): string | undefined {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return undefined
  const { story: storyId, note: noteId, slot } = focused.dataset
  const story = storyId ? find(storyId) : undefined
  if (story) return dayOf(story.at, timeZone)
  if (noteId) return findNote(noteId)?.day
  return slot?.slice(0, 10) ?? focused.closest<HTMLElement>('[data-date]')?.dataset.date
}
