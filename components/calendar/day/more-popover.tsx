'use client'

import { useContext, useState } from 'react'
import { formatTime } from '@/components/time/formats'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { Popover } from '@/components/ui/overlays/popover'
import { ChipReactContext } from '../data/chip-context'
import { formatDay } from '../data/days'
import { DayList } from './day-list'

type Props = {
  count: number
  day: string
  /** A half hour of the week, in local time. */
  slot?: string | undefined
  /** In hour views, where the line of the current time would cross the text out. */
  isSolid?: boolean
}

/** “+N more” of a cell. Opens the stories of the day or half hour. */
export function MorePopover({ count, day, slot, isSolid = false }: Props) {
  const context = useContext(ChipReactContext)
  const { locale, timeZone } = useZone()
  const [isOpen, setIsOpen] = useState(false)
  if (!context) return null
  const at = slot ? instantOf(slot, timeZone) : null
  const name = at
    ? `${formatDay(day, 'weekday', locale)}, ${formatTime(at, 'time', timeZone, locale)}`
    : formatDay(day, 'day', locale)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps FullCalendar from handling the clicks of the popover.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside handles the keys.
    <span className="@container block" onClick={(event) => event.stopPropagation()}>
      <Popover
        label={name}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className="w-80 p-3"
        trigger={
          <button
            type="button"
            data-stop
            tabIndex={-1}
            aria-label={`${count} more on ${name}`}
            className={classes(
              'flex min-h-6 w-full items-center justify-center truncate rounded-md px-1 text-xs font-medium text-ink sm:justify-start sm:px-1.5',
              isSolid ? 'border border-line bg-raised hover:border-line-strong' : 'hover:bg-quiet-wash',
            )}
          >
            +{count} <span className="pl-1 @max-[4rem]:hidden">more</span>
          </button>
        }
      >
        <h2 className="mb-1 text-sm font-semibold">{name}</h2>
        <DayList
          {...{ projectId: context.projectId, query: context.query, now: context.now, recurring: context.recurring }}
          {...{ day, slot }}
          onOpen={(story) => {
            setIsOpen(false)
            context.onPress(story, { isToggle: false, isRange: false })
          }}
        />
      </Popover>
    </span>
  )
}
