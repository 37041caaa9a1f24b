import { expect, test } from 'vitest'
import {
  createCalendarNote,
  deleteCalendarNote,
  listCalendarNotes,
  updateCalendarNote,
} from '@/lib/calendar-notes/contract'
import { listHolidays } from '@/lib/holidays/contract'
import { updateProject } from '@/lib/projects/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const may = { from: '2031-05-01', to: '2031-05-31' }

test('a note is added to a day, listed, moved and deleted', async () => {
  const { api, projectId, userId } = await aProject()
  const made = await api.post(createCalendarNote, { day: '2031-05-31', text: ' Trade fair ', color: 'blue' })
  expect(made).toEqual({
    id: made.id,
    project_id: projectId,
    day: '2031-05-31',
    text: 'Trade fair',
    color: 'blue',
    author_id: userId,
    author_name: made.author_name,
    created_at: made.created_at,
    updated_at: made.updated_at,
  })
  const first = await api.post(createCalendarNote, { day: '2031-05-01', text: 'Labour Day' })
  expect(first.color).toBeNull()
  await api.post(createCalendarNote, { day: '2031-06-01', text: 'Next month' })
  expect(await api.get(listCalendarNotes, may)).toEqual({ calendar_notes: [first, made] })
  const moved = await api.patch(updateCalendarNote, { id: made.id, day: '2031-05-02', color: null })
  expect(moved).toEqual({ ...made, day: '2031-05-02', color: null, updated_at: moved.updated_at })
  expect(await api.delete(deleteCalendarNote, { id: made.id })).toEqual({ ok: true })
  expect(await api.get(listCalendarNotes, may)).toEqual({ calendar_notes: [first] })
})

test('refuses an invalid day, a long range and an eleventh note', async () => {
  const { api } = await aProject()
  expect(await api.refused(createCalendarNote, { day: '2031-02-30', text: 'No such day' })).toMatchObject({
    status: 400,
    error: { code: 'validation_error', issues: [{ path: 'day', message: 'must be a day such as 2026-05-01' }] },
  })
  for (const list of [listCalendarNotes, listHolidays]) {
    expect(await api.refused(list, { from: '2031-05-01', to: '2031-08-01' })).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'to', message: 'A range has at most 92 days. This one has 93.' }] },
    })
  }
  const notes = Array.from({ length: 10 }, (_, index) => ({ day: '2031-05-01', text: `Note ${index}` }))
  await Promise.all(notes.map((note) => api.post(createCalendarNote, note)))
  const full = {
    status: 409,
    error: { code: 'conflict', message: '2031-05-01 has 10 notes, the maximum. Delete one or choose another day.' },
  }
  expect(await api.refused(createCalendarNote, { day: '2031-05-01', text: 'One more' })).toMatchObject(full)
  const other = await api.post(createCalendarNote, { day: '2031-05-02', text: 'One more' })
  expect(await api.refused(updateCalendarNote, { id: other.id, day: '2031-05-01' })).toMatchObject(full)
})

test('lists the holidays of the countries that the project chose, over the turn of the year', async () => {
  const project = await aProject()
  const session = await signedIn(project.userId)
  const range = { from: '2026-12-25', to: '2027-01-01' }
  expect(await project.api.get(listHolidays, range)).toEqual({ holidays: [] })
  expect(await session.refused(updateProject, { id: project.projectId, holiday_countries: ['ZZ'] })).toMatchObject({
    status: 400,
    error: {
      issues: [{ path: 'holiday_countries.0', message: 'must be a country code with known holidays, such as DE' }],
    },
  })
  await session.patch(updateProject, { id: project.projectId, holiday_countries: ['DE', 'GB'] })
  const { holidays } = await project.api.get(listHolidays, range)
  expect(holidays).toContainEqual({ day: '2026-12-25', country: 'DE', name: 'Christmas Day' })
  expect(holidays).toContainEqual({ day: '2027-01-01', country: 'GB', name: "New Year's Day" })
  expect(holidays.every(({ day }) => day >= range.from && day <= range.to)).toBe(true)
})
