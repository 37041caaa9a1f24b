/** FNV-1a: the same number for the same text on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

/**
 * A vector of length 1 from the trigrams of the words, so that similar texts are near each other. Each trigram adds or
 * subtracts one at a position given by its hash.
 */
export function embed(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [text]
  for (const word of words) {
    const padded = `^${word}$`
    for (let at = 0; at + 3 <= padded.length || at === 0; at++) {
      const value = hash(padded.slice(at, at + 3))
      const place = (value >>> 1) % dimensions
      vector[place] = (vector[place] ?? 0) + ((value & 1) === 0 ? 1 : -1)
    }
  }
  const length = Math.hypot(...vector)
  // Opposite trigrams at the same position may cancel each other out.
  if (length === 0) vector[0] = 1
  return vector.map((value) => value / (length || 1))
}

/** How the API sends `encoding_format: base64`. */
export const toBase64 = (vector: readonly number[]): string =>
  Buffer.from(new Float32Array(vector).buffer).toString('base64')
