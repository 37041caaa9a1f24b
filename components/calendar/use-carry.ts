import { useEffect, useRef, useState } from 'react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { instantOf, localOf } from '@/components/time/zoned'
import { type CalendarStory, whyLocked } from './calendar-data'
import type { Place } from './calendar-view'
import { wordsOf } from './chip'
import { shifted } from './days'
import type { Target } from './move-one'

/** A story in the hand of the keyboard: where it was taken from, and where it is held now, as local times. */
type Carried = { story: CalendarStory; local: string; days: number; minutes: number }

const stepMinutes = 15

/** What an arrow does to a time: days in a month, days and quarters of an hour where hours are shown. */
const stepsOf = (view: Place['view']): Record<string, { days?: number; minutes?: number }> => ({
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
  ArrowUp: view === 'month' ? { days: -7 } : { minutes: -stepMinutes },
  ArrowDown: view === 'month' ? { days: 7 } : { minutes: stepMinutes },
})

/** What React's event and the browser's own have in common. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault' | 'stopPropagation'
>

type Props = {
  now: Date
  view: Place['view']
  mayMove: boolean
  find: (id: string) => CalendarStory | undefined
  onDrop: (drop: { story: CalendarStory; target: Target; days: number; minutes: number }) => void
  onLocked: (story: CalendarStory, reason: string) => void
  onSelect: (story: CalendarStory) => void
  /** Shows the day that the story is over. */
  onReach: (day: string) => void
}

/** Moving with the keyboard: Space takes a chip up and puts it down, arrows carry it, Esc lets it go. */
export function useCarry({ now, view, mayMove, find, onDrop, onLocked, onSelect, onReach }: Props) {
  const { timeZone, locale } = useZone()
  const [carried, setCarried] = useState<Carried | null>(null)
  const [said, setSaid] = useState('')
  // The chip is drawn anew in another box; whoever carries it stays with it.
  const [focusId, setFocusId] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (!focusId) return
    const keep = (): void => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>(`[data-stop][data-story="${focusId.id}"]`)?.focus()
    }
    // The library draws when it likes, some time after we did.
    const watcher = new MutationObserver(keep)
    watcher.observe(document.body, { childList: true, subtree: true })
    keep()
    return () => watcher.disconnect()
  }, [focusId])

  const say = (local: string): string => {
    const at = instantOf(local, timeZone)
    return at ? formatTime(at, 'short', timeZone, locale) : local
  }
  const take = (story: CalendarStory): void => {
    const reason = whyLocked(story, now)
    if (reason) {
      onLocked(story, reason)
      return
    }
    setCarried({ story, local: localOf(story.at, timeZone), days: 0, minutes: 0 })
    setFocusId({ id: story.id })
    setSaid(
      `Moving “${wordsOf(story)}”, now ${say(localOf(story.at, timeZone))}. Arrow keys move it, Space or Enter puts it down, Escape leaves it where it was.`,
    )
  }
  const shift = ({ days = 0, minutes = 0 }: { days?: number; minutes?: number }): void => {
    if (!carried) return
    const next = shifted(carried.local, { days, minutes })
    setCarried({ ...carried, local: next, days: carried.days + days, minutes: carried.minutes + minutes })
    setSaid(say(next))
    onReach(next.slice(0, 10))
  }
  const release = (isDropped: boolean): void => {
    if (!carried) return
    const { story, local, days, minutes } = carried
    setCarried(null)
    setSaid(isDropped ? '' : `“${wordsOf(story)}” stays at ${say(localOf(story.at, timeZone))}.`)
    if (isDropped && (days !== 0 || minutes !== 0)) onDrop({ story, target: { local }, days, minutes })
    else onReach(localOf(story.at, timeZone).slice(0, 10))
    // Long enough for the chip to be drawn where it belongs.
    setTimeout(() => setFocusId(null), 1_500)
  }
  const onKeyDown = (event: KeyPress): void => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.story : undefined
    if (carried) {
      const way = stepsOf(view)[event.key]
      if (way) shift(way)
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
    if (event.key === ' ') take(story)
    else onSelect(story)
  }
  useBodyKeys(carried !== null, onKeyDown)
  return { carried, said, take, onKeyDown }
}

/** Between two drawings the focus is nowhere, and a quick hand has pressed the next arrow by then. */
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
