const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** In UTF-16 units. V8's segmenter takes quadratic time: seconds for a long caption. */
const windowUnits = 512

/** Runs of plain ASCII, or everything else with the preceding character it may combine with, as in a keycap. */
const runs = /[\n\x20-\x7e]+(?=[\n\x20-\x7e]|$)|[\n\x20-\x7e]?[^\n\x20-\x7e]+/g
/** Flags and keycaps are emoji composed of characters that are not emoji. */
const mayHoldEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

export type Run = { text: string; index: number; hasEmoji: boolean }

/** Splits a text into runs without splitting graphemes. Segmenting runs without emoji would waste time. */
export function* runsOf(text: string): Generator<Run> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    yield { text: run, index, hasEmoji: mayHoldEmoji.test(run) }
  }
}

export type Grapheme = { segment: string; index: number }

/** The graphemes (visible characters) of a text, in order. */
export function* graphemesOf(text: string): Generator<Grapheme> {
  let start = 0
  let size = windowUnits
  while (start < text.length) {
    // Half a surrogate pair would count as a grapheme.
    const end = start + size - (isHighSurrogate(text, start + size - 1) ? 1 : 0)
    const isLast = start + size >= text.length
    const found = [...segmenter.segment(text.slice(start, isLast ? text.length : end))]
    // The end of a window may split a grapheme, so the next window starts with the last one.
    const whole = isLast ? found : found.slice(0, -1)
    for (const { segment, index } of whole) yield { segment, index: start + index }
    start += whole.reduce((units, { segment }) => units + segment.length, 0)
    // A grapheme longer than the window needs a larger window.
    size = whole.length === 0 ? size * 2 : windowUnits
  }
}

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800
