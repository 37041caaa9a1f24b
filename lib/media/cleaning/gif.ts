import { xmpHasLocation } from './location'

const xmpStart = Buffer.from('XMP DataXMP', 'latin1')
/** First bytes of the trailer that ends every XMP packet in a GIF (XMP specification, part 3, section 1.1.2). */
const xmpEnd = Buffer.from([0x01, 0xff, 0xfe, 0xfd])

/**
 * Blanks the XMP packet of a GIF when it names a place. Frames and timing stay as they are.
 *
 * @returns null when no place is named
 */
export function gifWithoutLocation(bytes: Buffer): Buffer | null {
  let cleaned: Buffer | null = null
  for (let at = bytes.indexOf(xmpStart); at >= 0; at = bytes.indexOf(xmpStart, at + 1)) {
    const start = at + xmpStart.length
    const end = bytes.indexOf(xmpEnd, start)
    if (end < 0 || !xmpHasLocation(bytes.subarray(start, end))) continue
    cleaned ??= Buffer.from(bytes)
    // Readers skip the text in blocks of any length: the trailer brings them back in step.
    cleaned.fill(' ', start, end)
  }
  return cleaned
}
