'use client'

import { StickyNote } from 'lucide-react'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { Popover } from '@/components/ui/overlays/popover'
import { formatDay } from '../data/days'
import { groupBy } from '../data/group-by'
import { useNotesContext } from './day-notes-context'
import { noteLook } from './note-colors'
import type { CalendarNote, Holiday } from './note-keys'

/** The name of the public holiday of a day, as small text. */
export function HolidayName({ day, className }: { day: string; className?: string }) {
  const { holidaysOn } = useNotesContext()
  const { locale } = useZone()
  const holidays = holidaysOn.get(day)
  if (!holidays) return null
  const names = [...groupBy(holidays, ({ name }) => name)]
  return (
    <span
      title={names.map(([name, of]) => `${name} (${countriesOf(of, locale)})`).join(', ')}
      className={classes('min-w-0 truncate text-xs text-ink-soft', className)}
    >
      <span className="sr-only">Public holiday: </span>
      {names.map(([name]) => name).join(', ')}
    </span>
  )
}

const countriesOf = (holidays: readonly Holiday[], locale: string): string => {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return holidays.map(({ country }) => names.of(country) ?? country).join(', ')
}

/** The notes of a day, as thin strips. */
export function NoteStrips({
  day,
  max = Number.POSITIVE_INFINITY,
  isLarge = false,
  className,
}: {
  day: string
  /** With more notes, the last one is “+N notes”. */
  max?: number
  /** For touch, and outside the grid. */
  isLarge?: boolean
  className?: string
}) {
  const { notesOn, open, mayWrite } = useNotesContext()
  const { locale } = useZone()
  const notes = notesOn.get(day)
  if (!notes) return null
  const hidden = notes.length > max ? notes.length - max + 1 : 0
  return (
    <ul
      aria-label={`Notes on ${formatDay(day, 'day', locale)}`}
      className={classes('flex flex-col gap-0.5', className)}
    >
      {notes.slice(0, notes.length - hidden).map((note) => (
        <li key={note.id} className="flex">
          <Strip note={note} isLarge={isLarge} mayWrite={mayWrite} onOpen={() => open({ note })} />
        </li>
      ))}
      {hidden > 0 && (
        <li className="flex">
          <MoreNotes day={day} count={hidden} />
        </li>
      )}
    </ul>
  )
}

type StripProps = { note: CalendarNote; isLarge: boolean; mayWrite: boolean; onOpen: () => void }

function Strip({ note, isLarge, mayWrite, onOpen }: StripProps) {
  return (
    <button
      type="button"
      data-note={note.id}
      {...(isLarge ? {} : { 'data-stop': true, tabIndex: -1 })}
      title={note.text}
      aria-describedby={mayWrite && !isLarge ? 'calendar-note-keys' : undefined}
      onClick={onOpen}
      style={noteLook(note.color)}
      className={classes(
        'min-w-0 truncate rounded-r-md border-l-3 text-left text-xs text-ink select-none',
        isLarge ? 'h-7 px-2.5 max-sm:flex-1 pointer-coarse:h-11' : 'h-6 flex-1 px-1.5',
        mayWrite && !isLarge && 'sm:cursor-grab',
      )}
    >
      <span className="sr-only">Note: </span>
      {note.text}
    </button>
  )
}

/** The notes of a day that don't fit. */
function MoreNotes({ day, count }: { day: string; count: number }) {
  const { locale } = useZone()
  const name = formatDay(day, 'day', locale)
  return (
    <Popover
      label={`Notes on ${name}`}
      className="w-72 p-3"
      trigger={
        <button
          type="button"
          data-stop
          tabIndex={-1}
          className="h-6 min-w-0 flex-1 truncate rounded-md px-1.5 text-left text-xs font-medium text-ink hover:bg-quiet-wash"
        >
          +{count} notes
        </button>
      }
    >
      <h2 className="mb-2 text-sm font-semibold">{name}</h2>
      <NoteStrips day={day} isLarge />
    </Popover>
  )
}

/** “Add a note” of a day. Shown on hover, next to “New story”. */
export function AddNoteButton({ day, className }: { day: string; className?: string }) {
  const { isShown, mayWrite, open } = useNotesContext()
  const { locale } = useZone()
  if (!isShown || !mayWrite) return null
  return (
    <button
      type="button"
      data-add-note
      tabIndex={-1}
      aria-label={`Add a note on ${formatDay(day, 'day', locale)}`}
      title="Add a note"
      onClick={() => open({ day })}
      className={className}
    >
      <StickyNote aria-hidden size={15} />
    </button>
  )
}
