/** `twitter-text` takes time by the square of a text's length: half a minute for 100,000 characters like `.a.a.a`. */
const pieceUnits = 2_500

/** Words of a text, and what stands between them. X takes no address for a link that is longer than 4,096 characters. */
const words = /\s{1,4096}|\S{1,4096}/gu

/** A text in pieces of which none cuts a link in two, so that each can be looked at by itself. */
export function piecesOf(text: string): string[] {
  if (text.length <= pieceUnits) return [text]
  const pieces: string[] = []
  let piece = ''
  for (const [word] of text.matchAll(words)) {
    if (piece !== '' && piece.length + word.length > pieceUnits) {
      pieces.push(piece)
      piece = ''
    }
    piece += word
  }
  return [...pieces, piece]
}
