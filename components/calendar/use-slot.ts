import { type RefObject, useCallback, useEffect, useState } from 'react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { dayOf, instantOf } from '@/components/time/zoned'
import type { CalendarStory } from './calendar-data'
import { isShown, type Place } from './calendar-view'
import { shifted, usualTime } from './days'
import { type KeyPress, useBodyKeys } from './use-carry'

const stepMinutes = 30

/** What an arrow does to the place that is chosen: a day further or a week, and where hours are shown half of one. */
const stepsOf = (view: Place['view']): Record<string, { days: number; minutes: number }> => ({
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
  ArrowUp: view === 'month' ? { days: -7, minutes: 0 } : { days: 0, minutes: -stepMinutes },
  ArrowDown: view === 'month' ? { days: 7, minutes: 0 } : { days: 0, minutes: stepMinutes },
})

type Props = {
  root: RefObject<HTMLElement | null>
  place: Place
  now: Date
  today: string
  mayWrite: boolean
  find: (id: string) => CalendarStory | undefined
  onOpen: (local: string) => void
  /** Shows the day that was gone to. */
  onReach: (day: string) => void
}

/** A day or an hour for a new story, chosen with the keyboard: C begins, arrows choose, Enter opens the composer, Esc ends. */
export function useSlot({ root, place, now, today, mayWrite, find, onOpen, onReach }: Props) {
  const { timeZone, locale } = useZone()
  const [chosen, setChosen] = useState<{ local: string; from: HTMLElement | null } | null>(null)
  const slot = place.view === 'list' ? null : (chosen?.local ?? null)
  const begin = useCallback((): void => {
    if (!mayWrite || place.view === 'list') return
    const from = document.activeElement instanceof HTMLElement ? document.activeElement : null
    const story = find(from?.dataset.story ?? '')
    const focused = story ? dayOf(story.at, timeZone) : (from?.closest<HTMLElement>('[data-date]')?.dataset.date ?? '')
    const day = focused >= today ? focused : isShown(today, place, locale) ? today : place.date
    const time = usualTime(day, today, now, timeZone)
    // Late at night there is no full hour left, and the last minute is no place among hours.
    setChosen({ local: `${day}T${place.view === 'month' ? time : `${time.slice(0, 2)}:00`}`, from })
  }, [mayWrite, place, today, now, locale, timeZone, find])
  const end = (): void => {
    const back = chosen?.from
    setChosen(null)
    const stop = root.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')
    if (back?.isConnected && back !== document.body) back.focus()
    else stop?.focus()
  }
  const onKeyDown = (event: KeyPress): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!slot || !chosen) {
      // On a stop it works for those as well who switched off the letters that work everywhere.
      const isOnStop = event.target instanceof HTMLElement && event.target.dataset.stop !== undefined
      if (!isOnStop || event.key.toLowerCase() !== 'c') return
      begin()
      event.preventDefault()
      return
    }
    const way = stepsOf(place.view)[event.key]
    if (way) {
      const moved = shifted(slot, way)
      const day = moved.slice(0, 10)
      const local = place.view === 'month' ? `${day}T${usualTime(day, today, now, timeZone)}` : moved
      setChosen({ ...chosen, local })
      onReach(day)
    } else if (event.key === 'Enter' || event.key === ' ') onOpen(slot)
    else if (event.key === 'Escape') end()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useBodyKeys(slot !== null, onKeyDown)
  useEffect(() => {
    if (slot === null) return
    const leave = ({ target }: Event): void => {
      if (target instanceof Element && !target.closest('[data-slot]')) setChosen(null)
    }
    document.addEventListener('focusin', leave)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('focusin', leave)
      document.removeEventListener('pointerdown', leave)
    }
  }, [slot])
  const at = slot ? instantOf(slot, timeZone) : null
  return { slot, begin, onKeyDown, said: at ? formatTime(at, 'short', timeZone, locale) : '' }
}
