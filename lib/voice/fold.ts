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

/** A base character with the marks on it, or a run of white space: what must be normalised together. */
const pieces = /\s+|[^\s]\p{M}*/gu
const invisible = /\p{Cf}|\p{Variation_Selector}/gu

export function fold(original: string): Folded {
  const folded: Folded = { text: '', starts: [], ends: [] }
  for (const match of original.matchAll(pieces)) {
    const piece = foldPiece(match[0])
    for (let unit = 0; unit < piece.length; unit++) {
      folded.starts.push(match.index)
      folded.ends.push(match.index + match[0].length)
    }
    folded.text += piece
  }
  return folded
}

/** Upper case first: it makes ß and SS, ſ and s, ς and σ one. */
const foldPiece = (piece: string): string =>
  /^\s/.test(piece) ? ' ' : piece.replace(invisible, '').normalize('NFKC').toUpperCase().toLowerCase()
