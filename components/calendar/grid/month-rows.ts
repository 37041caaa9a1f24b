/** Heights in the month view, in pixels, with the gap below. */
const [tallCard, line] = [62, 26]
/** The number of the day, and the gaps around the cards. */
const [dayHeader, gaps] = [28, 2]
const noteHeight = 26
/** The names of the weekdays and the border. */
export const weekdaysHeight = 33
const lowestRow = 84
/** Until the window is measured. */
const rowOnServer = 150

/** The height of each row, so that all weeks fill the window. */
export const rowHeightOf = (height: number | null, weeks: number): number =>
  height === null ? rowOnServer : Math.max(lowestRow, Math.floor((height - weekdaysHeight) / weeks))

/** Before the window is measured: a CSS height with the usual content above. */
export const staticRowHeight = (weeks: number): string => `max(${lowestRow}px, calc((100svh - 7.25rem) / ${weeks}))`

export const lowestMonth = (weeks: number): number => weekdaysHeight + weeks * lowestRow

/** Max notes of a day. With more, the last one is “+N notes”. */
export const notesIn = (rowHeight: number): number => (rowHeight < 110 ? 1 : rowHeight < 150 ? 2 : 3)

/** The height for cards below the number and the notes of a day. */
export const roomIn = (rowHeight: number, notes: number): number =>
  rowHeight - dayHeader - gaps - Math.min(notes, notesIn(rowHeight)) * noteHeight

/** Narrow days show a line as two: the time, and the title below. */
const narrowLine = 42
/** Days narrower than this, in pixels, have no room for a title beside the time. */
export const narrowDay = 122

/** How a day is shown: all stories as tall cards, else everything in a line each, else the first ones. */
export type DayFit = { isTall: boolean; stories: number; recurring: number }

/** Heights in pixels, with the gap below: of a tall card, and of a story or recurring post in one line. */
export type CardHeights = { tall: number; line: number }
const cardHeights: CardHeights = { tall: tallCard, line }
/** In narrow days a tall card has a line for its channels. */
export const narrowHeights: CardHeights = { tall: 80, line: narrowLine }

/** What fits below the number of a day. Stories come before recurring posts. “+N more” stands for the rest. */
export function fitDay(stories: number, recurring: number, room: number, heights = cardHeights): DayFit {
  const lineHeight = heights.line
  if (stories * heights.tall + recurring * lineHeight <= room) return { isTall: true, stories, recurring }
  if ((stories + recurring) * lineHeight <= room) return { isTall: false, stories, recurring }
  const fitting = Math.max(0, Math.floor((room - line) / lineHeight))
  const shown = Math.min(stories, fitting)
  return { isTall: false, stories: shown, recurring: Math.min(recurring, fitting - shown) }
}
