'use client'

import { CalendarPlus, FilterX } from 'lucide-react'
import { useMay } from '@/components/projects/role'
import { useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { type Place, titleOf } from './calendar-view'

/** Says that a stretch is empty, and offers the one thing to do. The boxes stay: each of them can be planned in. */
export function CalendarEmpty({
  projectId,
  place,
  today,
  show,
}: {
  projectId: string
  place: Place
  today: string
  show: (place: Place) => void
}) {
  const { locale } = useZone()
  const mayWrite = useMay('stories:write')
  const isFiltered = place.filter.status !== null || place.filter.channel !== null
  const day = place.date > today ? place.date : null
  return (
    <div className="panel mb-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-3 px-4 py-4 text-center">
      {isFiltered ? (
        <>
          <span className="inline-flex items-center gap-2">
            <FilterX aria-hidden size={18} className="shrink-0 text-ink-soft" />
            No story here fits these filters.
          </span>
          <Button onClick={() => show({ ...place, filter: { status: null, channel: null } })}>Show all stories</Button>
        </>
      ) : (
        <>
          <span className="inline-flex items-center gap-2" suppressHydrationWarning>
            <CalendarPlus aria-hidden size={18} className="shrink-0 text-ink-soft" />
            Nothing is planned for {titleOf(place, locale)}.
          </span>
          {mayWrite && (
            <ButtonLink tone="primary" href={`/${projectId}/compose${day ? `?at=${day}T09:00` : ''}`}>
              Plan a story
            </ButtonLink>
          )}
        </>
      )}
    </div>
  )
}
