import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { Calendar } from '@/components/calendar/calendar'
import { queryOf, readView, readViewState, viewCookie } from '@/components/calendar/data/view-state'
import { noteDays } from '@/components/calendar/notes/note-keys'
import { notesHiddenCookie } from '@/components/calendar/notes/notes-cookie'
import { trayCookie } from '@/components/calendar/tray/tray-cookie'
import { dayOf } from '@/components/time/local-time'
import { listCalendar as contract } from '@/lib/calendar/contract'
import { listCalendar } from '@/lib/calendar/service'
import { list as listNotes } from '@/lib/calendar-notes/service'
import { listHolidays } from '@/lib/holidays/service'
import { readerLocale, requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Calendar' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function CalendarPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/calendar`)
  const project = await requireProject(context, id)
  const zone = { timeZone: project.timezone ?? 'UTC', locale: await readerLocale() }
  const jar = await cookies()
  const defaults = {
    view: readView(jar.get(viewCookie)?.value) ?? 'month',
    date: dayOf(context.now, zone.timeZone),
  }
  const viewState = readViewState(await searchParams, defaults)
  const query = contract.query.parse({ project_id: project.id, ...queryOf(viewState, zone) })
  const days = { project_id: project.id, ...noteDays(viewState, zone.locale) }
  const [initial, notes, holidays] = await Promise.all([
    listCalendar(context, query),
    jar.has(notesHiddenCookie) ? null : listNotes(context, days),
    jar.has(notesHiddenCookie) ? null : listHolidays(context, days),
  ])
  return (
    <Calendar
      projectId={project.id}
      initial={initial}
      initialNotes={notes && holidays && { notes: notes.calendar_notes, holidays: holidays.holidays }}
      initialView={viewState}
      hasTray={jar.has(trayCookie)}
      now={context.now.toISOString()}
    />
  )
}
