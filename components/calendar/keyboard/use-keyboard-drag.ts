import { useEffect, useRef, useState } from 'react'
import { formatTime } from '@/components/time/formats'
import { instantOf, localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { shifted } from '@/lib/calendar-days'
import { lockReasonOf, storyTitle } from '../data/calendar-data'
import type { CalendarCard } from '../data/cards'
import type { ViewState } from '../data/view-state'
import type { Drop } from '../move/move-story'

/** A story moved with the keyboard: its current local time and the difference so far. */
type Dragged = { story: CalendarCard; local: string; days: number; minutes: number }

const stepMinutes = 15

/** Steps by arrow key: days in the month view, days and 15 minutes elsewhere. */
const stepsOf = (view: ViewState['view']): Record<string, { days?: number; minutes?: number }> => ({
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
  ArrowUp: view === 'month' ? { days: -7 } : { minutes: -stepMinutes },
  ArrowDown: view === 'month' ? { days: 7 } : { minutes: stepMinutes },
})

/** Common members of React and DOM keyboard events. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault' | 'stopPropagation'
>

type Props = {
  now: Date
  view: ViewState['view']
  mayMove: boolean
  find: (id: string) => CalendarCard | undefined
  onDrop: (drop: Drop) => void
  onLocked: (story: CalendarCard, reason: string) => void
  onSelect: (story: CalendarCard) => void
  /** Shows the day of the dragged story. */
  onDayChange: (day: string) => void
}

/** Moves stories with the keyboard: Space picks up and drops, arrows move, Esc cancels. */
export function useKeyboardDrag({ now, view, mayMove, find, onDrop, onLocked, onSelect, onDayChange }: Props) {
  const { timeZone, locale } = useZone()
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // The chip is re-rendered in another cell and must keep the focus.
  const [focusId, setFocusId] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (!focusId) return
    const restoreFocus = (): void => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>(`[data-stop][data-story="${focusId.id}"]`)?.focus()
    }
    // FullCalendar re-renders some time after React.
    const watcher = new MutationObserver(restoreFocus)
    watcher.observe(document.body, { childList: true, subtree: true })
    restoreFocus()
    return () => watcher.disconnect()
  }, [focusId])

  const format = (local: string): string => {
    const at = instantOf(local, timeZone)
    return at ? formatTime(at, 'short', timeZone, locale) : local
  }
  const pickUp = (story: CalendarCard): void => {
    const reason = lockReasonOf(story, now)
    if (reason) {
      onLocked(story, reason)
      return
    }
    setDragged({ story, local: localOf(story.at, timeZone), days: 0, minutes: 0 })
    setFocusId({ id: story.key })
    setAnnouncement(
      `Moving “${storyTitle(story)}”, now ${format(localOf(story.at, timeZone))}. Use the arrow keys to move it, Space or Enter to drop it, Escape to cancel.`,
    )
  }
  const shift = ({ days = 0, minutes = 0 }: { days?: number; minutes?: number }): void => {
    if (!dragged) return
    const next = shifted(dragged.local, { days, minutes })
    setDragged({ ...dragged, local: next, days: dragged.days + days, minutes: dragged.minutes + minutes })
    setAnnouncement(format(next))
    onDayChange(next.slice(0, 10))
  }
  const release = (isDropped: boolean): void => {
    if (!dragged) return
    const { story, local, days, minutes } = dragged
    setDragged(null)
    setAnnouncement(isDropped ? '' : `“${storyTitle(story)}” stays at ${format(localOf(story.at, timeZone))}.`)
    if (isDropped && (days !== 0 || minutes !== 0)) onDrop({ story, target: { local }, days, minutes })
    else onDayChange(localOf(story.at, timeZone).slice(0, 10))
    // The chip is at its final position now.
    setTimeout(() => setFocusId(null), 1_500)
  }
  const onKeyDown = (event: KeyPress): void => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.story : undefined
    if (dragged) {
      const step = stepsOf(view)[event.key]
      if (step) shift(step)
      else if (event.key === ' ' || event.key === 'Enter') release(true)
      else if (event.key === 'Escape') release(false)
      else {
        if (event.key === 'Tab') release(false)
        return
      }
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (!id || !mayMove || event.ctrlKey || event.metaKey || event.altKey) return
    const story = find(id)
    if (!story || (event.key !== ' ' && event.key.toLowerCase() !== 'x')) return
    event.preventDefault()
    if (event.key === ' ') pickUp(story)
    else onSelect(story)
  }
  useBodyKeys(dragged !== null, onKeyDown)
  return { dragged, announcement, pickUp, onKeyDown }
}

/** Handles keys while the body has the focus: between two renders the chip has lost it. */
export function useBodyKeys(isOn: boolean, onKeyDown: (event: KeyPress) => void): void {
  const pressed = useRef(onKeyDown)
  useEffect(() => {
    pressed.current = onKeyDown
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent): void => {
      if (event.target === document.body) pressed.current(event)
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [isOn])
}
