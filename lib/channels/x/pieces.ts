import twitterText from 'twitter-text'

/** `twitter-text` takes quadratic time: half a minute for 100,000 characters like `.a.a.a`. */
const pieceUnits = 1_000

/** Words and the whitespace between them. X does not accept links longer than 4,096 characters. */
const words = /\s{1,4096}|\S{1,4096}/gu

/** A part of a text. Without `mayHoldLinks` every character counts as itself and the part is not searched for links. */
export type Piece = { text: string; mayHoldLinks: boolean }

/** Splits a text lazily into pieces without cutting a link. */
export function* piecesOf(text: string): Generator<Piece> {
  let piece = ''
  for (const [word] of text.matchAll(words)) {
    const isSearchable = mayHoldLinks(word)
    if (piece !== '' && (piece.length + word.length > pieceUnits || !isSearchable)) {
      yield { text: piece, mayHoldLinks: true }
      piece = ''
    }
    if (isSearchable) piece += word
    else yield { text: word, mayHoldLinks: false }
  }
  if (piece !== '') yield { text: piece, mayHoldLinks: true }
}

/** A host has at most 253 characters (RFC 1035). Longer parts are not searched, because that is slow. */
const stretchUnitsMax = 253

const linkStart = /^.{0,10}?(?:https?:\/\/)?[^/?#:@]{1,253}(?::\d{1,5})?[/?#]/su
/** `twitter-text` ends a URL at any other ASCII character and continues after it. */
const linkRest = /^[\w!*';:=+,.$/%#[\]~&|@?-]*$/

function mayHoldLinks(word: string): boolean {
  if (word.length <= stretchUnitsMax) return true
  const isLong = (stretch: string): boolean => stretch.length > stretchUnitsMax && stretch.includes('.')
  if (!word.split(/[/?#:@]/).some(isLong)) return true
  // A link's path may be long, so it is kept together with its host.
  const start = linkStart.exec(word)?.[0] ?? ''
  const end = twitterText.extractUrlsWithIndices(start).at(-1)?.indices[1] ?? 0
  return end > 0 && end >= start.length - 1 && linkRest.test(word.slice(start.length))
}
