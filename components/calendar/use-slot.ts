import { type RefObject, useCallback, useEffect, useState } from 'react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { instantOf } from '@/components/time/zoned'
import { isShown, type Place } from './calendar-view'
import { shifted, usualTime } from './days'
import { type KeyPress, useBodyKeys } from './use-carry'

const stepMinutes = 30

/** What an arrow does to the hour that is chosen. */
const steps: Record<string, { days: number; minutes: number }> = {
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
  ArrowUp: { days: 0, minutes: -stepMinutes },
  ArrowDown: { days: 0, minutes: stepMinutes },
}

type Props = {
  root: RefObject<HTMLElement | null>
  place: Place
  now: Date
  today: string
  mayWrite: boolean
  onOpen: (local: string) => void
  /** Shows the day that was gone to. */
  onReach: (day: string) => void
}

/** An empty hour for a new story, chosen with the keyboard: C begins, arrows choose, Enter opens the composer, Esc ends. */
export function useSlot({ root, place, now, today, mayWrite, onOpen, onReach }: Props) {
  const { timeZone, locale } = useZone()
  const [chosen, setChosen] = useState<{ local: string; from: Element | null } | null>(null)
  const hasHours = place.view === 'week' || place.view === 'day'
  const slot = hasHours ? (chosen?.local ?? null) : null
  const begin = useCallback((): void => {
    if (!mayWrite) return
    const focused = document.activeElement?.closest<HTMLElement>('[data-date]')?.dataset.date ?? ''
    const day = focused >= today ? focused : isShown(today, place, locale) ? today : place.date
    const local = `${day}T${usualTime(day, today, now, timeZone)}`
    if (hasHours) setChosen({ local: `${local.slice(0, 13)}:00`, from: document.activeElement })
    // A month has no hours: there the days' own links are what the arrows go between.
    else root.current?.querySelector<HTMLElement>(`[data-date="${day}"] a[data-stop]`)?.focus()
  }, [mayWrite, place, today, now, locale, timeZone, hasHours, root])
  const end = (): void => {
    const back = chosen?.from
    setChosen(null)
    const stop = root.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus()
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
    const way = steps[event.key]
    if (way) {
      const local = shifted(slot, way)
      setChosen({ ...chosen, local })
      onReach(local.slice(0, 10))
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
