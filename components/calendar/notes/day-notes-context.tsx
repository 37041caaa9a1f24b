import { createContext, useContext } from 'react'
import type { CalendarNote, Holiday } from './note-keys'

/** A note to read or change, or the day of a new one. */
export type OpenNote = { note: CalendarNote } | { day: string }

/** Notes and holidays by day. A context, because FullCalendar renders the days. */
export type DayNotes = {
  isShown: boolean
  notesOn: ReadonlyMap<string, readonly CalendarNote[]>
  holidaysOn: ReadonlyMap<string, readonly Holiday[]>
  mayWrite: boolean
  open: (what: OpenNote) => void
}

const none: DayNotes = {
  isShown: false,
  notesOn: new Map(),
  holidaysOn: new Map(),
  mayWrite: false,
  open: () => {},
}

const DayNotesContext = createContext(none)
export const DayNotesProvider = DayNotesContext.Provider
export const useNotesContext = (): DayNotes => useContext(DayNotesContext)
