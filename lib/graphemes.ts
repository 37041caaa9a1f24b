const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** In UTF-16 units. V8 takes time by the square of what it is given at once: seconds for a long caption. */
const windowUnits = 512

/**
 * ASCII characters without marks on them, then everything else with the one character in front of it that it may belong
 * to, as in a keycap.
 */
const runs = /[\n\x20-\x7e]+(?=[\n\x20-\x7e]|$)|[\n\x20-\x7e]?[^\n\x20-\x7e]+/g
/** Flags and keycaps are emoji made of characters that are none by themselves. */
const mayHoldEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

export type Run = { text: string; index: number; hasEmoji: boolean }

/** A text in runs that cut no character in two. To part one without emoji into characters costs time for nothing. */
export function* runsOf(text: string): Generator<Run> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    yield { text: run, index, hasEmoji: mayHoldEmoji.test(run) }
  }
}

export type Grapheme = { segment: string; index: number }

/** What people see as the characters of a text, in its order. */
export function* graphemesOf(text: string): Generator<Grapheme> {
  let start = 0
  let size = windowUnits
  while (start < text.length) {
    // Half of a surrogate pair would count as a character of its own.
    const end = start + size - (isHighSurrogate(text, start + size - 1) ? 1 : 0)
    const isLast = start + size >= text.length
    const found = [...segmenter.segment(text.slice(start, isLast ? text.length : end))]
    // The end of a window may cut a character in two, so the next window begins with it.
    const whole = isLast ? found : found.slice(0, -1)
    for (const { segment, index } of whole) yield { segment, index: start + index }
    start += whole.reduce((units, { segment }) => units + segment.length, 0)
    // One that is longer than a window needs a longer one.
    size = whole.length === 0 ? size * 2 : windowUnits
  }
}

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800
