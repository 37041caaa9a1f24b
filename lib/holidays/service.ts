import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { requireDayRange } from '@/lib/calendar-notes/day-range'
import { findProject } from '@/lib/projects/repository'
import type { listHolidays as contract } from './contract'
import { holidaysOf } from './public-holidays'

export async function listHolidays(
  context: Context,
  { project_id, from, to }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, project_id, 'stories:read')
  requireDayRange(from, to)
  const countries = (await findProject(context.db, projectId))?.holiday_countries ?? []
  const years = [...new Set([from, to].map((day) => Number(day.slice(0, 4))))]
  const found = await Promise.all(countries.flatMap((country) => years.map((year) => holidaysOf(country, year))))
  const holidays = found.flat().filter(({ day }) => day >= from && day <= to)
  return { holidays: holidays.sort((one, other) => one.day.localeCompare(other.day)) }
}
