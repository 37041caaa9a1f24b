/** Entries of a pasted list, separated by commas or lines. */
export const splitEntries = (text: string): string[] =>
  text
    .split(/[\n\r,;]+/)
    .map((entry) => entry.trim().replace(/\s+/g, ' '))
    .filter((entry) => entry !== '')

/** Adds entries that are not in the list yet, ignoring case. */
export function withEntries(list: readonly string[], added: readonly string[]): string[] {
  const known = new Set(list.map((entry) => entry.toLowerCase()))
  const fresh = added.filter((entry) => {
    const key = entry.toLowerCase()
    return !known.has(key) && known.add(key)
  })
  return [...list, ...fresh]
}

/** Words go to the first list, entries with spaces to the second. */
export const byKind = (entries: readonly string[]): { words: string[]; phrases: string[] } => ({
  words: entries.filter((entry) => !entry.includes(' ')),
  phrases: entries.filter((entry) => entry.includes(' ')),
})
