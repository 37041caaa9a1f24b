/** A thread is stored as one caption with a separator between its parts. */

const blankLine = '\n\n'
/** Used on a line of its own if a part contains blank lines. */
const dashes = '---'

export function partsOf(caption: string, separator = blankLine): string[] {
  return caption
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export type JoinedThread = { caption: string; thread_separator: string | undefined }

/** Joins parts so that `partsOf` returns them again. Changes the separator if a part contains it. */
export function joinParts(parts: readonly string[], separator: string | undefined): JoinedThread {
  const filled = parts.map((part) => part.trim()).filter((part) => part !== '')
  const isInPart = (text: string): boolean => filled.some((part) => part.includes(text))
  if (separator === undefined && !isInPart(blankLine)) {
    return { caption: filled.join(blankLine), thread_separator: undefined }
  }
  let unique = separator ?? dashes
  while (isInPart(unique)) unique += /^-+$/.test(unique) ? '-' : unique
  return { caption: filled.join(`\n${unique}\n`), thread_separator: unique }
}
