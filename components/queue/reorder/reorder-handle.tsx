'use client'

import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import type { Place } from './places'
import { usePlaces, useReorder } from './reorder-context'

type Props = { id: string; headline: string; ref: Ref<HTMLButtonElement> }

/** Drags a post. With the keyboard, Space picks it up, arrows choose the place, Space drops it. */
export function ReorderHandle({ id, headline, ref }: Props) {
  const reorder = useReorder()
  const own = usePlaces().get(id)
  const { timeZone, locale } = useZone()
  const [target, setTarget] = useState<Place | null>(null)
  if (!reorder || !own) return null
  const { isReady, isFixed, stuck } = own
  const placeText = ({ at, post }: Place): string =>
    `${formatTime(at, 'short', timeZone, locale)}${post ? '' : ', free slot'}`
  const aim = (to: Place | undefined): void => {
    if (!to) return
    setTarget(to)
    reorder.store.show(id, to)
    reorder.announce(placeText(to))
    // Its row may be outside the window.
    document.querySelector(`[data-place="${to.key}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const pickUp = (): void => {
    if (stuck) {
      reorder.announce(stuck)
      return
    }
    if (!isReady) return
    setTarget(own)
    reorder.announce(
      `Moving “${headline}”, now ${placeText(own)}. Use the arrow keys to choose a time, Space to drop it, Escape to cancel.`,
    )
  }
  const cancel = (): void => {
    setTarget(null)
    reorder.store.show(id, null)
    reorder.announce(`“${headline}” stays where it is.`)
  }
  const drop = (to: Place): void => {
    setTarget(null)
    reorder.announce('')
    reorder.moveTo(id, to)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const isDropKey = event.key === ' ' || event.key === 'Enter'
    if (!target) {
      if (!isDropKey) return
      event.preventDefault()
      pickUp()
      return
    }
    const places = reorder.placesFor(id)
    const index = places.findIndex(({ key }) => key === target.key)
    const goals: Record<string, Place | undefined> = {
      ArrowUp: places[index - 1],
      ArrowDown: places[index + 1],
      Home: places[0],
      End: places.at(-1),
    }
    if (event.key !== 'Tab') {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.key in goals) aim(goals[event.key])
    else if (isDropKey) drop(target)
    else if (event.key === 'Escape' || event.key === 'Tab') cancel()
  }
  return (
    <button
      ref={ref}
      type="button"
      data-reorder={id}
      aria-label={`Move “${headline}”`}
      aria-pressed={target !== null}
      aria-disabled={!isReady || stuck !== null}
      title={stuck ?? `Drag to ${isFixed ? 'a free slot' : 'move'}. With the keyboard: Space, then arrow keys.`}
      onKeyDown={onKeyDown}
      onBlur={() => target && cancel()}
      className={classes(
        'relative z-10 -mx-1 flex h-8 w-6 shrink-0 items-center justify-center rounded-md text-ink-soft pointer-coarse:hidden',
        stuck ? 'cursor-not-allowed opacity-50' : 'cursor-grab hover:bg-sunken hover:text-ink',
        target && 'bg-accent-wash text-accent',
      )}
    >
      <GripVertical aria-hidden size={16} />
    </button>
  )
}
