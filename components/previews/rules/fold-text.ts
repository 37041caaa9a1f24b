import { graphemesOf } from '@/lib/graphemes'

/** What a feed shows of a text before “… more”. */
export type Fold = { characters: number; lines: number }

/** A word is not cut if it starts this close to the end. */
const wordMax = 24

/**
 * The part of a text that a feed shows.
 *
 * @returns null if the feed shows all of it
 */
export function foldText(text: string, fold: Fold | null): string | null {
  if (!fold) return null
  const byLines = endOfLines(text, fold.lines)
  const byCharacters = endOfCharacters(text, fold.characters)
  const end = Math.min(byLines, byCharacters)
  if (text.slice(end).trim() === '') return null
  const shown = text.slice(0, end)
  const whole = end === byCharacters && byCharacters < byLines ? withoutCutWord(shown, text) : shown
  // “…” follows, and four dots look like a mistake.
  return whole.trimEnd().replace(/[.…]+$/, '')
}

function endOfLines(text: string, lines: number): number {
  let at = -1
  for (let line = 0; line < lines; line++) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return text.length
  }
  return at
}

function endOfCharacters(text: string, characters: number): number {
  let count = 0
  for (const { index } of graphemesOf(text.slice(0, characters * 16))) {
    if (count === characters) return index
    count += 1
  }
  return text.length
}

function withoutCutWord(shown: string, text: string): string {
  if (/\s/.test(text[shown.length] ?? ' ')) return shown
  const start = shown.search(/\S+$/)
  return start > 0 && shown.length - start <= wordMax ? shown.slice(0, start) : shown
}
