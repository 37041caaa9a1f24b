import { type RefObject, useCallback, useEffect, useState } from 'react'
import { formatTime } from '@/components/time/formats'
import { dayOf, instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { shifted } from '@/lib/calendar-days'
import type { CalendarCard } from '../data/cards'
import { defaultTime } from '../data/days'
import { isShown, type ViewState } from '../data/view-state'
import { type KeyPress, useBodyKeys } from './use-keyboard-drag'

const stepMinutes = 30

/** Steps by arrow key: days and weeks in the month view, days and 30 minutes elsewhere. */
const stepsOf = (view: ViewState['view']): Record<string, { days: number; minutes: number }> => ({
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
  ArrowUp: view === 'month' ? { days: -7, minutes: 0 } : { days: 0, minutes: -stepMinutes },
  ArrowDown: view === 'month' ? { days: 7, minutes: 0 } : { days: 0, minutes: stepMinutes },
})

type Props = {
  root: RefObject<HTMLElement | null>
  viewState: ViewState
  now: Date
  today: string
  mayWrite: boolean
  find: (id: string) => CalendarCard | undefined
  onOpen: (local: string) => void
  /** Shows the chosen day. */
  onDayChange: (day: string) => void
}

/** Chooses a day or hour for a new story: C starts, arrows move, Enter opens the composer, Esc cancels. */
export function useNewStorySlot({ root, viewState, now, today, mayWrite, find, onOpen, onDayChange }: Props) {
  const { timeZone, locale } = useZone()
  const [chosen, setChosen] = useState<{ local: string; from: HTMLElement | null } | null>(null)
  const slot = viewState.view === 'list' ? null : (chosen?.local ?? null)
  const begin = useCallback((): void => {
    if (!mayWrite || viewState.view === 'list') return
    const from = document.activeElement instanceof HTMLElement ? document.activeElement : null
    const story = find(from?.dataset.story ?? '')
    const focused = story ? dayOf(story.at, timeZone) : (from?.closest<HTMLElement>('[data-date]')?.dataset.date ?? '')
    const day = focused >= today ? focused : isShown(today, viewState, locale) ? today : viewState.date
    const time = defaultTime(day, today, now, timeZone)
    // `defaultTime` can be 23:59, but hour views need a full hour.
    setChosen({ local: `${day}T${viewState.view === 'month' ? time : `${time.slice(0, 2)}:00`}`, from })
  }, [mayWrite, viewState, today, now, locale, timeZone, find])
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
      // On a focused stop C works even if single-key shortcuts are off.
      const isOnStop = event.target instanceof HTMLElement && event.target.dataset.stop !== undefined
      if (!isOnStop || event.key.toLowerCase() !== 'c') return
      begin()
      event.preventDefault()
      return
    }
    const step = stepsOf(viewState.view)[event.key]
    if (step) {
      const moved = shifted(slot, step)
      const day = moved.slice(0, 10)
      const local = viewState.view === 'month' ? `${day}T${defaultTime(day, today, now, timeZone)}` : moved
      setChosen({ ...chosen, local })
      onDayChange(day)
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
  return { slot, begin, onKeyDown, announcement: at ? formatTime(at, 'short', timeZone, locale) : '' }
}
