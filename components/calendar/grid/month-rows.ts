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

/** How the stories of a day are shown: all as tall cards, else all in a line each, else the first ones. */
export type DayFit = { isTall: boolean; shown: number }

/** @param lines recurring posts, which are always one line */
export function fitDay(stories: number, lines: number, room: number): DayFit {
  if (stories * tallCard + lines * line <= room) return { isTall: true, shown: stories }
  if ((stories + lines) * line <= room) return { isTall: false, shown: stories }
  // The last line is “+N more”.
  const fitting = Math.max(0, Math.floor(room / line) - 1)
  return { isTall: false, shown: stories <= fitting + 1 ? Math.min(stories, fitting + 1) : fitting }
}

/** Recurring posts that fit below the stories of a day. */
export const linesBeside = (stories: number, lines: number, room: number): number => {
  const all = (stories + lines) * line <= room || stories * tallCard + lines * line <= room
  return all ? lines : Math.max(0, Math.min(lines, Math.floor(room / line) - stories))
}
