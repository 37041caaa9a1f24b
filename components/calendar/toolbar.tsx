'use client'

import { CalendarSync, ChevronLeft, ChevronRight, PanelRight, SquareCheck, StickyNote } from 'lucide-react'
import { useState } from 'react'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import { StoryFilterBar } from '@/components/stories/story-filter-bar'
import { browserTimezone } from '@/components/time/browser-timezone'
import { isSameTime, placeOf, zoneName } from '@/components/time/formats'
import { useZone, ZoneLine } from '@/components/time/zone'
import { Button, IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ToggleChip } from '@/components/ui/data/toggle-chip'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import { shortTitleOf, step, storedView, titleOf, type View, type ViewState, views } from './data/view-state'
import { type CalendarOptions, ToolbarOptions } from './toolbar-options'

const SubscribeDialog = lazyComponent(() => import('./feed/subscribe-dialog').then((it) => it.SubscribeDialog))

type Props = CalendarOptions & {
  projectId: string
  viewState: ViewState
  /** The window has no room for a week. */
  isCompact: boolean
  pillars: readonly ListedPillar[]
  today: string
  now: Date
  onShow: (viewState: ViewState) => void
}

/** Navigation, filters, view switch and select mode. In narrow windows most of it is in one popover. */
export function Toolbar(props: Props) {
  const { projectId, viewState, pillars, today, maySelect, isSelecting, onSelecting, isTrayOpen, onTray } = props
  const { hasNotes, onNotes, onShow, now } = props
  const { locale } = useZone()
  // The name of a month is short.
  const [longOnly, shortOnly] =
    viewState.view === 'month' ? ['max-xl:hidden', 'xl:hidden'] : ['max-[90rem]:hidden', 'min-[90rem]:hidden']
  const [isSubscribing, setIsSubscribing] = useState(false)
  const go = (by: 1 | -1): void => onShow(step(viewState, by))
  const filters = (
    <StoryFilterBar
      filter={viewState.filter}
      pillars={pillars}
      onChange={(filter) => onShow({ ...viewState, filter })}
    />
  )
  return (
    <>
      <div className="flex items-center gap-0.5 max-xl:order-3">
        <Button isSmall onClick={() => onShow({ ...viewState, date: today })}>
          Today
        </Button>
      </div>
      <div className="flex items-center gap-0.5 max-xl:-ml-2 lg:max-xl:-ml-6">
        <IconButton label={`Previous ${spans[viewState.view]}`} onClick={() => go(-1)}>
          <ChevronLeft aria-hidden size={16} />
        </IconButton>
        <IconButton label={`Next ${spans[viewState.view]}`} onClick={() => go(1)}>
          <ChevronRight aria-hidden size={16} />
        </IconButton>
      </div>
      <div className="min-w-0 max-xl:mr-auto">
        <h2 aria-live="polite" className="font-medium whitespace-nowrap" suppressHydrationWarning>
          <span className={longOnly} suppressHydrationWarning>
            {titleOf(viewState, locale)}
          </span>
          <span className={shortOnly} suppressHydrationWarning>
            {shortTitleOf(viewState, locale)}
          </span>
        </h2>
        <ZoneHint now={now} />
      </div>
      <div id="calendar-filters" className="mr-auto max-xl:hidden">
        {filters}
      </div>
      <div className="contents max-xl:hidden">
        <ToggleChip
          label="Notes and holidays"
          icon={<StickyNote aria-hidden size={14} />}
          isOn={hasNotes}
          onChange={onNotes}
        />
        <IconButton label="Subscribe in a calendar app" onClick={() => setIsSubscribing(true)}>
          <CalendarSync aria-hidden size={16} />
        </IconButton>
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
      </div>
      <ToolbarOptions
        {...{ maySelect, isSelecting, onSelecting, isTrayOpen, onTray, hasNotes, onNotes, filters }}
        filterCount={Object.values(viewState.filter).filter(Boolean).length}
        onSubscribe={() => setIsSubscribing(true)}
        className="max-xl:order-4 xl:hidden"
      />
      <fieldset
        aria-label="View"
        className="flex min-w-0 rounded-lg border border-line bg-sunken p-0.5 max-xl:order-5 max-sm:w-full"
      >
        {views.map((view) => (
          <ViewButton
            key={view}
            label={view === 'week' && props.isCompact ? '3 days' : viewLabels[view]}
            isShown={view === storedView(viewState.view)}
            onShow={() => onShow({ ...viewState, view })}
          />
        ))}
      </fieldset>
      {isSubscribing && <SubscribeDialog projectId={projectId} onClose={() => setIsSubscribing(false)} />}
    </>
  )
}

/** The toolbar must fit one line of a window of 1280 px. */
const wideOnly = 'max-[90rem]:sr-only'

const spans: Record<View, string> = { month: 'month', week: 'week', days: '3 days', day: 'day', list: 'month' }
const viewLabels = { month: 'Month', week: 'Week', day: 'Day', list: 'List' } as const

/** Names the time zone of the project if the browser has another one. */
function ZoneHint({ now }: { now: Date }) {
  const { timeZone } = useZone()
  const isOther = useBrowserValue(() => !isSameTime(browserTimezone(), timeZone, now), false)
  return (
    <p className="text-xs leading-3.5 text-ink-soft" title={zoneName(timeZone, now)}>
      <span className="sr-only">
        <ZoneLine />
      </span>
      {isOther && (
        <span aria-hidden className="block max-w-40 truncate">
          {placeOf(timeZone)} time
        </span>
      )}
    </p>
  )
}

function ViewButton({ label, isShown, onShow }: { label: string; isShown: boolean; onShow: () => void }) {
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
      {label}
    </button>
  )
}
