/**
 * A text normalized for comparison: compatibility-normalized (fancy Unicode letters become letters), case-folded,
 * without invisible characters, with single spaces. Maps each unit back to the original.
 */
export type Folded = {
  text: string
  /** For each UTF-16 unit of `text`: start and end of its piece in the original, in UTF-16 units. */
  starts: number[]
  ends: number[]
}

/** ASCII without marks, a base character with its marks, or white space: normalized together. */
const pieces = /[\x21-\x7e]+(?!\p{M})|\s+|[^\s]\p{M}*/gu
const invisible = /\p{Cf}|\p{Variation_Selector}/gu
const ascii = /^[\x21-\x7e]+$/

export function fold(original: string): Folded {
  const texts: string[] = []
  const folded: Folded = { text: '', starts: [], ends: [] }
  const known = new Map<string, string>()
  for (const { 0: piece, index } of original.matchAll(pieces)) {
    const text = known.get(piece) ?? foldPiece(piece)
    // Texts use few different characters, so results are cached.
    if (piece.length <= 2) known.set(piece, text)
    texts.push(text)
    const isAscii = ascii.test(piece)
    for (let unit = 0; unit < text.length; unit++) {
      folded.starts.push(isAscii ? index + unit : index)
      folded.ends.push(isAscii ? index + unit + 1 : index + piece.length)
    }
  }
  folded.text = texts.join('')
  return folded
}

/** Upper case first, which unifies ß and SS, ſ and s, ς and σ, ı and I. */
function foldPiece(piece: string): string {
  if (ascii.test(piece)) return piece.toLowerCase()
  if (/^\s/.test(piece)) return ' '
  const folded = piece.replace(invisible, '').normalize('NFKC').toUpperCase().toLowerCase()
  // The lower case of the Turkish İ has two code points.
  return withoutGreekAccents(folded === 'i\u0307' ? 'i' : folded)
}

const greek = /\p{Script=Greek}/u
const greekAccents = /[\u0300\u0301\u0313\u0314\u0342]/g

/** Greek text in capitals has no accents. */
const withoutGreekAccents = (folded: string): string =>
  greek.test(folded) ? folded.normalize('NFD').replace(greekAccents, '').normalize('NFC') : folded
