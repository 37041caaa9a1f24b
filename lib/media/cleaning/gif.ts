import { xmpNamesPlace } from './places'

/** Bytes of the file from here to there. */
type Block = { start: number; end: number; isXmp: boolean }

/**
 * A GIF without what says where it was taken, its pictures and their time untouched.
 *
 * @returns null when it does not say so
 */
export function gifWithoutPlace(bytes: Buffer): Buffer | null {
  const notes = blocksOf(bytes).filter(({ isXmp }) => isXmp)
  if (!notes.some(({ start, end }) => xmpNamesPlace(bytes.subarray(start, end)))) return null
  const parts: Buffer[] = []
  let from = 0
  for (const { start, end } of notes) {
    parts.push(bytes.subarray(from, start))
    from = end
  }
  return Buffer.concat([...parts, bytes.subarray(from)])
}

const [extension, picture, applicationExtension] = [0x21, 0x2c, 0xff]

/** Blocks behind the header (GIF89a, sections 17 to 26). */
function blocksOf(bytes: Buffer): Block[] {
  const blocks: Block[] = []
  let at = 13 + tableBytes(bytes[10])
  while (at + 1 < bytes.length) {
    const start = at
    const kind = bytes[at]
    if (kind === extension) at = afterPieces(bytes, at + 2)
    else if (kind === picture) at = afterPieces(bytes, at + 10 + tableBytes(bytes[at + 9]) + 1)
    else break
    const isApplication = kind === extension && bytes[start + 1] === applicationExtension
    // XMP specification, part 3: the name of the application is “XMP Data”.
    const isXmp = isApplication && bytes.toString('latin1', start + 3, start + 11) === 'XMP Data'
    blocks.push({ start, end: at, isXmp })
  }
  return blocks
}

/** A table of colours has three bytes for each of 2 to 256 of them, when its flag is set. */
const tableBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Pieces that each begin with their length, up to one of none. */
function afterPieces(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] as number) + 1
  return at + 1
}
