'use client'

import { CalendarPlus, FilterX } from 'lucide-react'
import { useMay } from '@/components/projects/role'
import { useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { titleOf, type ViewState } from './data/view-state'

/** Shown above the grid when the period has no stories and no recurring posts. */
export function CalendarEmpty({
  projectId,
  viewState,
  today,
  show,
}: {
  projectId: string
  viewState: ViewState
  today: string
  show: (viewState: ViewState) => void
}) {
  const { locale } = useZone()
  const mayWrite = useMay('stories:write')
  const isFiltered = Object.values(viewState.filter).some(Boolean)
  const day = viewState.date > today ? viewState.date : null
  return (
    <div className="panel mb-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-3 px-4 py-4 text-center">
      {isFiltered ? (
        <>
          <span className="inline-flex items-center gap-2">
            <FilterX aria-hidden size={18} className="shrink-0 text-ink-soft" />
            No stories match these filters.
          </span>
          <Button onClick={() => show({ ...viewState, filter: { status: null, channel: null, pillar: null } })}>
            Show all stories
          </Button>
        </>
      ) : (
        <>
          <span className="inline-flex items-center gap-2" suppressHydrationWarning>
            <CalendarPlus aria-hidden size={18} className="shrink-0 text-ink-soft" />
            No stories for {titleOf(viewState, locale)}.
          </span>
          {mayWrite && (
            <ButtonLink tone="primary" href={`/${projectId}/compose${day ? `?at=${day}T09:00` : ''}`}>
              New story
            </ButtonLink>
          )}
        </>
      )}
    </div>
  )
}
