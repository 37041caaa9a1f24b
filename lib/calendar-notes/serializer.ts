import { type CalendarNote, noteColors } from './contract'
import type { CalendarNoteRow } from './repository'

export const serializeCalendarNote = (row: CalendarNoteRow): CalendarNote => ({
  id: row.id,
  project_id: row.project_id,
  day: row.day,
  text: row.text,
  color: noteColors.find((color) => color === row.color) ?? null,
  author_id: row.author_id,
  author_name: row.author_name,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
