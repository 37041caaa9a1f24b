/**
 * A text in the form in which texts are compared: compatibility-normalised, so that 𝗳𝗮𝗻𝗰𝘆 letters are letters, case
 * folded, invisible characters gone, every run of white space one space. Each unit of it knows where in the original
 * it came from.
 */
export type Folded = {
  text: string
  /** By UTF-16 unit of `text`: where its piece of the original begins and ends, in UTF-16 units. */
  starts: number[]
  ends: number[]
}

/** ASCII without marks on it, a base character with its marks, or a run of white space: normalised together. */
const pieces = /[\x21-\x7e]+(?!\p{M})|\s+|[^\s]\p{M}*/gu
const invisible = /\p{Cf}|\p{Variation_Selector}/gu
const ascii = /^[\x21-\x7e]+$/

export function fold(original: string): Folded {
  const texts: string[] = []
  const folded: Folded = { text: '', starts: [], ends: [] }
  const known = new Map<string, string>()
  for (const { 0: piece, index } of original.matchAll(pieces)) {
    const text = known.get(piece) ?? foldPiece(piece)
    // A text is written with few different signs.
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

/** Upper case first: it makes ß and SS, ſ and s, ς and σ one. */
function foldPiece(piece: string): string {
  if (ascii.test(piece)) return piece.toLowerCase()
  return /^\s/.test(piece) ? ' ' : piece.replace(invisible, '').normalize('NFKC').toUpperCase().toLowerCase()
}
