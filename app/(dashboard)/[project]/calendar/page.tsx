import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { Calendar } from '@/components/calendar/calendar'
import { queryOf, readPlace, readView, viewCookie } from '@/components/calendar/calendar-view'
import { dayOf } from '@/components/time/zoned'
import { listCalendar as contract } from '@/lib/calendar/contract'
import { listCalendar } from '@/lib/calendar/service'
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
  const [jar, asked] = [await cookies(), await headers()]
  // A month in the hand is forty boxes of forty pixels; a list is what a thumb can use.
  const usual = /\bMobile\b/.test(asked.get('user-agent') ?? '') ? 'list' : 'month'
  const otherwise = { view: readView(jar.get(viewCookie)?.value) ?? usual, date: dayOf(context.now, zone.timeZone) }
  const place = readPlace(await searchParams, otherwise)
  const query = contract.query.parse({ project_id: project.id, ...queryOf(place, zone) })
  return (
    <Calendar
      projectId={project.id}
      initial={await listCalendar(context, query)}
      initialPlace={place}
      now={context.now.toISOString()}
    />
  )
}
