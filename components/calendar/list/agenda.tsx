'use client'

import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { addDays } from '@/lib/calendar-days'
import type { CalendarCard, CalendarData } from '../data/cards'
import { formatDay } from '../data/days'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { type CalendarQuery, viewCells } from '../data/view-state'
import { dayStoriesQuery } from '../day/use-day-stories'
import { HolidayName, NoteStrips } from '../notes/day-notes'
import { useNotesContext } from '../notes/day-notes-context'
import { type ExpandedDay, type ListEntry, listEntries } from './list-entries'
import { SlotRow, StoryRow } from './list-rows'
import { useVisibleEntries } from './use-visible-entries'

type Props = {
  projectId: string
  data: CalendarData
  /** Slots of recurring posts without a story. */
  recurring: readonly RecurringSlot[]
  query: CalendarQuery
  now: Date
  maySelect: boolean
  isSelecting: boolean
  selected: ReadonlySet<string>
  onSelect: (story: CalendarCard, isRange: boolean) => void
  onOpen: (story: CalendarCard) => void
}

/** The list view: stories by day. Default on phones. Long lists render only what is near the window. */
export function Agenda(props: Props) {
  const { projectId, data, recurring, query, now } = props
  const zone = useZone()
  const { notesOn, holidaysOn } = useNotesContext()
  const root = useRef<HTMLDivElement>(null)
  const { expanded, expand } = useExpandedDays(projectId, query)
  const entries = useMemo(
    () =>
      listEntries({
        data,
        recurring,
        otherDays: [...notesOn.keys(), ...holidaysOn.keys()],
        expanded,
        timeZone: zone.timeZone,
        each: viewCells.list.each,
      }),
    [data, recurring, notesOn, holidaysOn, expanded, zone.timeZone],
  )
  const { visible, measure } = useVisibleEntries(entries, root, query.from)
  const today = localOf(now, zone.timeZone).slice(0, 10)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys of the rows inside.
    <div ref={root} onKeyDown={(event) => moveBetweenRows(event, root.current)}>
      {sectionsOf(visible).map((section) =>
        'gap' in section ? (
          <div key={section.id} aria-hidden style={{ height: section.gap }} />
        ) : (
          <section key={section.day} aria-label={formatDay(section.day, 'day', zone.locale)}>
            {section.heading && (
              <div ref={measure} data-index={section.heading.index}>
                <DayHeading day={section.day} today={today} />
              </div>
            )}
            {section.rows.length > 0 && (
              <ul>
                {section.rows.map((row) =>
                  'gap' in row ? (
                    <li key={row.id} aria-hidden style={{ height: row.gap }} />
                  ) : (
                    <Row key={row.entry.id} {...props} {...row} measure={measure} />
                  ),
                )}
              </ul>
            )}
            {section.rest && (
              <div ref={measure} data-index={section.rest.index}>
                <Rest entry={section.rest.entry} onExpand={() => expand(section.day)} />
              </div>
            )}
          </section>
        ),
      )}
    </div>
  )
}

const noDays: ReadonlyMap<string, ExpandedDay> = new Map()

/** Days whose “+N more” was clicked, with all of their stories. */
function useExpandedDays(projectId: string, query: CalendarQuery) {
  const zone = useZone()
  const [days, setDays] = useState<readonly string[]>([])
  const expanded = useQueries({
    queries: days.map((day) => dayStoriesQuery({ projectId, query, day }, zone)),
    combine: (results) =>
      days.length === 0
        ? noDays
        : new Map(
            days.map((day, index) => [day, { data: results[index]?.data, error: results[index]?.error ?? null }]),
          ),
  })
  return { expanded, expand: (day: string) => setDays((before) => [...new Set([...before, day])]) }
}

type Shown = { entry: ListEntry; index: number }
type Gap = { gap: number; id: string }
/** One list per day, whatever part of it is visible: a row in another list would lose the focus. */
type Section = { day: string; heading: Shown | null; rows: (Shown | Gap)[]; rest: Shown | null }

/** Visible entries by day. A gap within a day stays in its section. */
function sectionsOf(visible: readonly (Shown | Gap)[]): (Section | Gap)[] {
  const sections: (Section | Gap)[] = []
  visible.forEach((shown, at) => {
    const last = sections.at(-1)
    const open = last && 'rows' in last ? last : null
    if ('gap' in shown) {
      const next = visible[at + 1]
      const isWithin = open && next && 'entry' in next && next.entry.day === open.day
      if (isWithin) open.rows.push(shown)
      else sections.push(shown)
      return
    }
    const { entry } = shown
    const isSame = open?.day === entry.day
    const section = isSame ? open : { day: entry.day, heading: null, rows: [], rest: null }
    if (!isSame) sections.push(section)
    if (entry.kind === 'day') section.heading = shown
    else if (entry.kind === 'rest') section.rest = shown
    else section.rows.push(shown)
  })
  return sections
}

function Row({
  entry,
  index,
  measure,
  ...props
}: Props & { entry: ListEntry; index: number; measure: Ref<HTMLLIElement> | undefined }) {
  const item = { ref: measure, 'data-index': index }
  if (entry.kind === 'story') return <StoryRow {...props} {...entry} item={item} />
  if (entry.kind === 'slot')
    return (
      <SlotRow
        {...entry}
        item={item}
        projectId={props.projectId}
        hasCheckboxes={props.maySelect}
        isSelecting={props.isSelecting}
      />
    )
  return null
}

const nearLabel = (day: string, today: string): string =>
  ({ [today]: 'Today, ', [addDays(today, 1)]: 'Tomorrow, ', [addDays(today, -1)]: 'Yesterday, ' })[day] ?? ''

function DayHeading({ day, today }: { day: string; today: string }) {
  const { locale } = useZone()
  return (
    <div className="pt-4 pb-1.5">
      <h2 className="text-sm font-semibold" suppressHydrationWarning>
        {nearLabel(day, today)}
        {formatDay(day, 'day', locale)}
      </h2>
      <HolidayName day={day} className="block" />
      <NoteStrips day={day} isLarge className="pt-1" />
    </div>
  )
}

function Rest({ entry, onExpand }: { entry: ListEntry; onExpand: () => void }) {
  if (entry.kind !== 'rest') return null
  const { hidden, expanded } = entry
  return (
    <div className="pt-2 text-sm text-ink-soft">
      {expanded?.error && <ErrorNote isReading error={expanded.error} title="More stories could not be loaded" />}
      {!expanded && (
        <Button isSmall onClick={onExpand}>
          +{hidden} more
        </Button>
      )}
      {expanded && !expanded.data && !expanded.error && <p>Loading more stories…</p>}
      {expanded?.data && <p>{hidden} more stories. Filter by channel or status to see them.</p>}
    </div>
  )
}

/** Arrow up and down move the focus between stories. */
function moveBetweenRows(event: KeyboardEvent, root: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = event.target as HTMLElement
  if (!step || !root || target.dataset.story === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const stories = [...root.querySelectorAll<HTMLElement>('[data-story]')]
  const next = stories[stories.indexOf(target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
