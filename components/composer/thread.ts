/** A chain of posts is one caption with a separator between its parts; here it is taken apart and put together again. */

const blankLine = '\n\n'
/** Stands on a line of its own where a part has blank lines itself. */
const ruler = '---'

export function partsOf(caption: string, separator = blankLine): string[] {
  return caption
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export type Joined = { caption: string; thread_separator: string | undefined }

/** One caption that comes apart into these very parts, with another separator where a part has the present one in it. */
export function joinParts(parts: readonly string[], separator: string | undefined): Joined {
  const filled = parts.map((part) => part.trim()).filter((part) => part !== '')
  const isWithin = (mark: string): boolean => filled.some((part) => part.includes(mark))
  if (separator === undefined && !isWithin(blankLine)) {
    return { caption: filled.join(blankLine), thread_separator: undefined }
  }
  let mark = separator ?? ruler
  while (isWithin(mark)) mark += mark === ruler || /^-+$/.test(mark) ? '-' : mark
  return { caption: filled.join(`\n${mark}\n`), thread_separator: mark }
}
