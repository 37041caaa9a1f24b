import { open } from 'node:fs/promises'

/** A box of an MP4 or QuickTime file (ISO/IEC 14496-12, section 4.2). Offsets count from the start of the bytes. */
export type Box = { type: string; start: number; dataStart: number; end: number }

/** Anything that parts can be read of: a file, or a URL that takes ranges. */
export type ByteSource = {
  size: number
  /** Returns fewer bytes at the end of the file, or when they cannot be read. */
  read(start: number, length: number): Promise<Buffer>
}

const headerBytes = 16

/** Parses a box header at `offset` of `bytes`. A size of 1 means that 64 bits follow, 0 that the box ends with the file. */
function parseHeader(bytes: Buffer, offset: number, start: number, fileEnd: number): Box | null {
  if (offset + 8 > bytes.length) return null
  const size = bytes.readUInt32BE(offset)
  const type = bytes.toString('latin1', offset + 4, offset + 8)
  if (size === 0) return { type, start, dataStart: start + 8, end: fileEnd }
  if (size === 1 && offset + headerBytes <= bytes.length) {
    const end = start + Number(bytes.readBigUInt64BE(offset + 8))
    return { type, start, dataStart: start + headerBytes, end }
  }
  return { type, start, dataStart: start + 8, end: start + size }
}

/** The outer boxes of a file. Stops at a box that is too short. The last one may end past the end of the file. */
export async function* outerBoxes({ size, read }: ByteSource): AsyncGenerator<Box> {
  for (let at = 0; at + 8 <= size; ) {
    const box = parseHeader(await read(at, Math.min(headerBytes, size - at)), 0, at, size)
    if (!box || box.end < box.dataStart) return
    yield box
    at = box.end
  }
}

/** Boxes between two offsets. Stops at a box that does not fit. */
export function* boxesIn(bytes: Buffer, start = 0, end = bytes.length): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const box = parseHeader(bytes, at, at, end)
    if (!box || box.end < box.dataStart || box.end > end) return
    yield box
    at = box.end
  }
}

/** Opens a file as a source while `use` runs. */
export async function withFileSource<T>(path: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (start: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      return buffer.subarray(0, bytesRead)
    }
    return await use({ size, read })
  } finally {
    await file.close()
  }
}

/** A fragmented video has two outer boxes per fragment. */
const outerBoxesMax = 10_000

/** The outer boxes of a file, or null when there are too many of them. */
export async function outerBoxesOf(source: ByteSource): Promise<Box[] | null> {
  const boxes: Box[] = []
  for await (const box of outerBoxes(source)) if (boxes.push(box) > outerBoxesMax) return null
  return boxes
}
