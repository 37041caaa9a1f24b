/** The hashtags in a text, with their sign. Words without one count as hashtags, as in the field. */
export const tagsIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => /^#?[\p{L}\p{M}\p{N}_]+$/u.test(word))
    .map((word) => (word.startsWith('#') ? word : `#${word}`))

/** Adds the tags that a list does not have. Networks ignore the case. */
export function withTags(list: string, tags: readonly string[]): string {
  const known = new Set(tagsIn(list).map((tag) => tag.toLowerCase()))
  const added = tags.filter((tag) => !known.has(tag.toLowerCase()))
  return [list.trim(), ...added].filter(Boolean).join(' ')
}
