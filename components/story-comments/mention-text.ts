import { bodyParts, markOf } from '@/lib/story-comments/mention-marks'

export type Mentionable = { user_id: string; name: string }

/** The text of a comment for typing: “@Ana Rossi” instead of ids. */
export const typedText = (body: string, mentions: readonly Mentionable[]): string =>
  bodyParts(body, mentions)
    .map(({ text }) => text)
    .join('')

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Replaces the names of members after an @ with their ids. Of two members with one name, the first is meant. */
export function storedText(text: string, members: readonly Mentionable[]): string {
  if (members.length === 0) return text
  // The longest first: “@Ana Rossi” is not “@Ana”.
  const names = [...new Set(members.map(({ name }) => name))].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  return text.replace(pattern, (found, name: string) => {
    const member = members.find((one) => one.name === name)
    return member ? markOf(member.user_id) : found
  })
}

/** The name that is being typed after an @, and where the @ is. A name has at most two words. */
export function mentionAt(text: string, caret: number): { start: number; word: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text.slice(0, caret))
  return found ? { start: caret - (found[1] ?? '').length - 1, word: found[1] ?? '' } : null
}

/** Members whose name has a word that starts with the typed text. */
export function matchesOf<T extends Mentionable>(members: readonly T[], word: string): T[] {
  const wanted = word.trim().toLowerCase()
  return members.filter(({ name }) => {
    const lower = name.toLowerCase()
    return lower.startsWith(wanted) || lower.split(/\s+/).some((part) => part.startsWith(wanted))
  })
}
