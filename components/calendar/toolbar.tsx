'use client'

import { ChevronLeft, ChevronRight, PanelRight, SquareCheck, StickyNote } from 'lucide-react'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import { StoryFilterBar } from '@/components/stories/story-filter-bar'
import { useZone } from '@/components/time/zone'
import { Button, IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ToggleChip } from '@/components/ui/data/toggle-chip'
import { step, titleOf, type View, type ViewState, viewLabels, views } from './data/view-state'
import { SubscribeButton } from './feed/subscribe-button'

type Props = {
  projectId: string
  viewState: ViewState
  pillars: readonly ListedPillar[]
  today: string
  maySelect: boolean
  isSelecting: boolean
  onSelecting: (isSelecting: boolean) => void
  isTrayOpen: boolean
  onTray: (isOpen: boolean) => void
  /** Whether notes and holidays are shown. */
  hasNotes: boolean
  onNotes: (isShown: boolean) => void
  onShow: (viewState: ViewState) => void
}

/** Navigation, view switch and select mode. */
export function Toolbar({
  projectId,
  viewState,
  pillars,
  today,
  maySelect,
  isSelecting,
  onSelecting,
  isTrayOpen,
  onTray,
  hasNotes,
  onNotes,
  onShow,
}: Props) {
  const { locale } = useZone()
  const go = (by: 1 | -1): void => onShow(step(viewState, by))
  return (
    <>
      <div className="flex items-center gap-0.5">
        <Button isSmall onClick={() => onShow({ ...viewState, date: today })}>
          Today
        </Button>
        <IconButton label={`Previous ${spans[viewState.view]}`} onClick={() => go(-1)}>
          <ChevronLeft aria-hidden size={16} />
        </IconButton>
        <IconButton label={`Next ${spans[viewState.view]}`} onClick={() => go(1)}>
          <ChevronRight aria-hidden size={16} />
        </IconButton>
      </div>
      <h2 aria-live="polite" className="font-medium" suppressHydrationWarning>
        {titleOf(viewState, locale)}
      </h2>
      <div id="calendar-filters" className="sm:mr-auto">
        <StoryFilterBar
          filter={viewState.filter}
          pillars={pillars}
          onChange={(filter) => onShow({ ...viewState, filter })}
        />
      </div>
      <ToggleChip
        label="Notes and holidays"
        icon={<StickyNote aria-hidden size={14} />}
        isOn={hasNotes}
        onChange={onNotes}
      />
      <SubscribeButton projectId={projectId} />
      <Button
        isSmall
        aria-expanded={isTrayOpen}
        title="Drafts"
        icon={<PanelRight aria-hidden size={16} />}
        onClick={() => onTray(!isTrayOpen)}
      >
        <span className={wideOnly}>Drafts</span>
      </Button>
      {maySelect && (
        <Button
          isSmall
          aria-pressed={isSelecting}
          title="Select"
          tone={isSelecting ? 'primary' : 'secondary'}
          icon={<SquareCheck aria-hidden size={16} />}
          onClick={() => onSelecting(!isSelecting)}
        >
          <span className={wideOnly}>Select</span>
        </Button>
      )}
      <fieldset aria-label="View" className="flex min-w-0 rounded-lg border border-line bg-sunken p-0.5 max-sm:w-full">
        {views.map((view) => (
          <ViewButton
            key={view}
            view={view}
            isShown={view === viewState.view}
            onShow={() => onShow({ ...viewState, view })}
          />
        ))}
      </fieldset>
    </>
  )
}

/** The toolbar must fit one line of a window of 1280 px. */
const wideOnly = 'sm:max-[90rem]:sr-only'

const spans: Record<View, string> = { month: 'month', week: 'week', day: 'day', list: 'month' }

function ViewButton({ view, isShown, onShow }: { view: View; isShown: boolean; onShow: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={classes(
        'min-h-6.5 flex-1 rounded-md px-2.5 text-sm sm:flex-none pointer-coarse:min-h-9',
        isShown ? 'bg-raised font-medium text-ink shadow-sm' : 'text-ink-soft hover:text-ink',
      )}
    >
      {viewLabels[view]}
    </button>
  )
}
