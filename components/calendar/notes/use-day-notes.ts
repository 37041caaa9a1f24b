import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { holidayKey } from '@/components/projects/holiday-keys'
import { useMay } from '@/components/projects/role'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { call } from '@/lib/api/client'
import {
  deleteCalendarNote,
  listCalendarNotes,
  listHolidays,
  updateCalendarNote,
} from '@/lib/openapi/operations.generated'
import { formatDay } from '../data/days'
import { groupBy } from '../data/group-by'
import type { ViewState } from '../data/view-state'
import type { DayNotes, OpenNote } from './day-notes-context'
import { type CalendarNote, type Days, type Holiday, noteDays, noteKeys, storeNote } from './note-keys'
import { rememberNotes } from './notes-cookie'

/** Notes and holidays that the server rendered; null while they are hidden. */
export type InitialNotes = { notes: CalendarNote[]; holidays: Holiday[] } | null

type Props = {
  projectId: string
  viewState: ViewState
  initial: InitialNotes
  /** Whether `initial` belongs to the shown days. */
  isInitial: boolean
}

const refreshMs = 60_000
const holidaysStaleMs = 3_600_000
const noNotes: CalendarNote[] = []
const noHolidays: Holiday[] = []

/** Notes and public holidays of the shown days, whether they are shown, and the open note. */
export function useDayNotes({ projectId, viewState, initial, isInitial }: Props) {
  const { locale } = useZone()
  const mayWrite = useMay('stories:write')
  const [isShown, setShown] = useState(initial !== null)
  const [opened, setOpened] = useState<OpenNote | null>(null)
  const { notes, holidays } = useLoadedNotes(projectId, noteDays(viewState, locale), {
    isShown,
    initial: isInitial ? initial : null,
  })
  const { remove, withoutDeleted } = useRemoveNote(projectId)
  const move = useMoveNote(projectId)
  // The list of deleted notes is new on each render.
  const shownIds = withoutDeleted(notes)
    .map(({ id }) => id)
    .join()
  const value: DayNotes = useMemo(() => {
    const ids = new Set(shownIds.split(','))
    const shown = notes.filter(({ id }) => ids.has(id))
    return {
      isShown,
      notesOn: groupBy(isShown ? shown : noNotes, ({ day }) => day),
      holidaysOn: groupBy(isShown ? holidays : noHolidays, ({ day }) => day),
      mayWrite,
      open: setOpened,
    }
  }, [isShown, shownIds, notes, holidays, mayWrite])
  const setIsShown = useCallback((next: boolean): void => {
    setShown(next)
    rememberNotes(next)
  }, [])
  const find = (id: string): CalendarNote | undefined => notes.find((note) => note.id === id)
  return { value, isShown, setIsShown, opened, close: () => setOpened(null), find, remove, move }
}

function useLoadedNotes(
  projectId: string,
  days: Days,
  { isShown, initial }: { isShown: boolean; initial: InitialNotes },
) {
  const { data: notes = noNotes } = useQuery({
    queryKey: noteKeys.one(projectId, days),
    queryFn: async ({ signal }) =>
      (await call(listCalendarNotes, { project_id: projectId, ...days }, { signal })).calendar_notes,
    ...(initial ? { initialData: initial.notes } : {}),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    enabled: isShown,
  })
  const { data: holidays = noHolidays } = useQuery({
    queryKey: holidayKey(projectId, days),
    queryFn: async ({ signal }) => (await call(listHolidays, { project_id: projectId, ...days }, { signal })).holidays,
    ...(initial ? { initialData: initial.holidays } : {}),
    placeholderData: keepPreviousData,
    staleTime: holidaysStaleMs,
    enabled: isShown,
  })
  return { notes, holidays }
}

function useRemoveNote(projectId: string) {
  const queries = useQueryClient()
  return useDelayedDelete<CalendarNote>({
    nameOf: () => 'Note',
    send: ({ id }) => call(deleteCalendarNote, { id }, { keepalive: true }),
    refresh: () => queries.invalidateQueries({ queryKey: noteKeys.all(projectId) }),
  })
}

/** Moves a note to another day at once, with undo. */
function useMoveNote(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const { locale } = useZone()
  const { mutate } = useMutation({
    mutationFn: ({ note, day }: { note: CalendarNote; day: string }) => call(updateCalendarNote, { id: note.id, day }),
    onMutate: async ({ note, day }) => {
      await queries.cancelQueries({ queryKey: noteKeys.all(projectId) })
      storeNote(queries, projectId, { ...note, day })
    },
    onSuccess: (saved) => storeNote(queries, projectId, saved),
    onError: (error, { note }) => {
      storeNote(queries, projectId, note)
      toast(`Note not moved. ${error.message}`, 'bad')
    },
  })
  return useCallback(
    (note: CalendarNote, day: string): void => {
      if (day === note.day) return
      const undo = (): void => mutate({ note: { ...note, day }, day: note.day })
      mutate(
        { note, day },
        {
          onSuccess: () =>
            toast(`Note moved to ${formatDay(day, 'weekday', locale)}.`, 'good', { label: 'Undo', onUndo: undo }),
        },
      )
    },
    [mutate, toast, locale],
  )
}
