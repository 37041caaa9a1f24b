'use client'

import { ChevronLeft, ChevronRight, SquareCheck } from 'lucide-react'
import { useZone } from '@/components/time/zone'
import { Button, IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { type Place, step, titleOf, type View, views, viewWords } from './calendar-view'

type Props = {
  place: Place
  today: string
  maySelect: boolean
  isSelecting: boolean
  onSelecting: (isSelecting: boolean) => void
  onShow: (place: Place) => void
}

/** Where in time one is, and how much of it is shown. */
export function Toolbar({ place, today, maySelect, isSelecting, onSelecting, onShow }: Props) {
  const { locale } = useZone()
  const go = (by: 1 | -1): void => onShow(step(place, by))
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex items-center gap-1">
        <Button onClick={() => onShow({ ...place, date: today })}>Today</Button>
        <IconButton label={`Previous ${spans[place.view]}`} onClick={() => go(-1)}>
          <ChevronLeft aria-hidden size={20} />
        </IconButton>
        <IconButton label={`Next ${spans[place.view]}`} onClick={() => go(1)}>
          <ChevronRight aria-hidden size={20} />
        </IconButton>
      </div>
      <h2
        aria-live="polite"
        className="order-1 w-full text-lg font-semibold sm:order-none sm:mr-auto sm:w-auto"
        suppressHydrationWarning
      >
        {titleOf(place, locale)}
      </h2>
      {maySelect && (
        <Button
          aria-pressed={isSelecting}
          tone={isSelecting ? 'primary' : 'secondary'}
          icon={<SquareCheck aria-hidden size={16} />}
          className="ml-auto sm:ml-0"
          onClick={() => onSelecting(!isSelecting)}
        >
          Select
        </Button>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent off; these only look elsewhere. */}
      <div
        role="group"
        aria-label="View"
        className="order-2 flex w-full rounded-lg border border-line-strong bg-surface p-0.5 sm:order-none sm:w-auto"
      >
        {views.map((view) => (
          <ViewButton key={view} view={view} isShown={view === place.view} onShow={() => onShow({ ...place, view })} />
        ))}
      </div>
    </div>
  )
}

const spans: Record<View, string> = { month: 'month', week: 'week', day: 'day', list: 'month' }

function ViewButton({ view, isShown, onShow }: { view: View; isShown: boolean; onShow: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={classes(
        'min-h-8 flex-1 rounded-md px-2.5 sm:flex-none sm:px-3',
        isShown ? 'bg-accent-wash font-medium text-accent' : 'text-ink-soft hover:text-ink',
      )}
    >
      {viewWords[view]}
    </button>
  )
}
