import type { CalendarNote } from './note-keys'

type NoteColor = NonNullable<CalendarNote['color']>

/** The colors to choose from. The token has a variant for dark mode. */
export const noteColors: readonly { value: NoteColor; label: string; token: string }[] = [
  { value: 'gray', label: 'Gray', token: 'var(--pillar-gray)' },
  { value: 'blue', label: 'Blue', token: 'var(--pillar-blue)' },
  { value: 'green', label: 'Green', token: 'var(--pillar-green)' },
  { value: 'amber', label: 'Amber', token: 'var(--pillar-amber)' },
  { value: 'red', label: 'Red', token: 'var(--pillar-red)' },
  { value: 'violet', label: 'Violet', token: 'var(--pillar-violet)' },
]

const tokenOf = (color: CalendarNote['color']): string =>
  noteColors.find(({ value }) => value === color)?.token ?? 'var(--pillar-gray)'

/** A bar in the color, and a background light enough for text. */
export const noteLook = (color: CalendarNote['color']) => ({
  borderLeftColor: tokenOf(color),
  background: `color-mix(in oklab, ${tokenOf(color)} 14%, var(--surface))`,
})
