import { open } from 'node:fs/promises'

export type FilmFormat = 'mp4' | 'mov'
export type Film = {
  format: FilmFormat
  width: number
  height: number
  duration_seconds: number
  /** Null where the film does not tell, as a fragmented one. */
  frames_per_second: number | null
  /** The sample entry's four characters: `avc1`, `hvc1`, `mp4a` …; null for a film without that track. */
  video_codec: string | null
  audio_codec: string | null
  /** The index stands in front of the frames. */
  is_fast_start: boolean
}

/** H.264, or HEVC where a network takes it, with AAC or without sound: what all networks can play. */
export function isPlayable({ video_codec, audio_codec }: Film, takesHevc = true): boolean {
  const codecs = takesHevc ? ['avc1', 'avc3', 'hvc1', 'hev1'] : ['avc1', 'avc3']
  return codecs.includes(video_codec ?? '') && [null, 'mp4a'].includes(audio_codec)
}

/** Anything of which pieces can be read: bytes in memory, a file, an address that takes ranges. */
export type FilmSource = { size: number; read(position: number, length: number): Promise<Buffer> }

export const bytesSource = (bytes: Buffer): FilmSource => ({
  size: bytes.length,
  read: async (position, length) => bytes.subarray(position, position + length),
})

/** What the bytes are as a film; null when they are none or a broken one. */
export const examineFilm = (bytes: Buffer): Promise<Film | null> => readFilm(bytesSource(bytes))

export async function examineFilmFile(path: string): Promise<Film | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (position: number, length: number) => {
      const bytes = Buffer.alloc(length)
      const { bytesRead } = await file.read(bytes, 0, length, position)
      return bytes.subarray(0, bytesRead)
    }
    return await readFilm({ size, read })
  } finally {
    await file.close()
  }
}

const stillBrands = /^(avi[fs]|hei[cx]|mif1|msf1)$/
/** The index of an hour of film has a few megabytes; one of more is an attack on who reads it. */
const indexBytesMax = 64 * 1024 * 1024

/** Reads the index of an ISO base media file (ISO/IEC 14496-12) and nothing of its frames. */
export async function readFilm(source: FilmSource): Promise<Film | null> {
  let brand: string | null = null
  let moov: Buffer | null = null
  let isFastStart = false
  let hasFrames = false
  for (let at = 0; at < source.size; ) {
    const head = headOf(await source.read(at, 16), source.size - at)
    // A box that ends behind the file is a film that was cut off.
    if (!head || head.size < head.length || at + head.size > source.size) return null
    if (head.type === 'ftyp') brand = (await source.read(at + head.length, 4)).toString('latin1')
    if (brand === null || stillBrands.test(brand)) return null
    if (head.type === 'mdat') hasFrames = true
    if (head.type === 'moov') {
      if (head.size > indexBytesMax) return null
      moov = await source.read(at + head.length, head.size - head.length)
      isFastStart = !hasFrames
    }
    at += head.size
  }
  if (!moov || brand === null) return null
  return filmOf(moov, brand === 'qt  ' ? 'mov' : 'mp4', isFastStart)
}

type BoxHead = { type: string; size: number; length: number }

/** Size 1 means that 64 bits follow, size 0 that the box goes to the end. */
function headOf(bytes: Buffer, left: number): BoxHead | null {
  if (bytes.length < 8) return null
  const type = bytes.toString('latin1', 4, 8)
  const size = bytes.readUInt32BE(0)
  if (size === 0) return { type, size: left, length: 8 }
  if (size !== 1) return { type, size, length: 8 }
  return bytes.length < 16 ? null : { type, size: Number(bytes.readBigUInt64BE(8)), length: 16 }
}

function* boxesIn(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const head = headOf(bytes.subarray(at, at + 16), bytes.length - at)
    if (!head || head.size < head.length || at + head.size > bytes.length) return
    yield { type: head.type, data: bytes.subarray(at + head.length, at + head.size) }
    at += head.size
  }
}

/** The first box at a path of names. */
function boxAt(bytes: Buffer, ...path: string[]): Buffer | null {
  let inside: Buffer | null = bytes
  for (const name of path) {
    if (!inside) return null
    inside = [...boxesIn(inside)].find(({ type }) => type === name)?.data ?? null
  }
  return inside
}

function filmOf(moov: Buffer, format: FilmFormat, isFastStart: boolean): Film | null {
  try {
    const tracks = [...boxesIn(moov)].filter(({ type }) => type === 'trak').map(({ data }) => data)
    const kindOf = (track: Buffer) => boxAt(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12)
    const picture = tracks.find((track) => kindOf(track) === 'vide')
    const sound = tracks.find((track) => kindOf(track) === 'soun')
    const size = picture && sizeOf(picture)
    const movie = boxAt(moov, 'mvhd')
    if (!picture || !size || !movie) return null
    return {
      format,
      ...size,
      duration_seconds: durationOf(movie) || fragmentedDurationOf(moov, movie),
      frames_per_second: framesPerSecond(picture),
      video_codec: codecOf(picture),
      audio_codec: sound ? codecOf(sound) : null,
      is_fast_start: isFastStart,
    }
  } catch (error) {
    // A read behind the end of a box: the index is broken.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Track header: the size as 16.16 numbers at its end, turned by the matrix in front of them. */
function sizeOf(track: Buffer): { width: number; height: number } | null {
  const header = boxAt(track, 'tkhd')
  if (!header) return null
  const width = Math.round(header.readUInt32BE(header.length - 8) / 65_536)
  const height = Math.round(header.readUInt32BE(header.length - 4) / 65_536)
  if (width === 0 || height === 0) return null
  const matrixAt = header.length - 44
  const isTurned = header.readInt32BE(matrixAt) === 0 && header.readInt32BE(matrixAt + 4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}

type Timing = { timescale: number; duration: number }

/** `mvhd` and `mdhd` begin alike; version 1 has times of 64 bits. */
function timingOf(header: Buffer): Timing {
  return header[0] === 1
    ? { timescale: header.readUInt32BE(20), duration: Number(header.readBigUInt64BE(24)) }
    : { timescale: header.readUInt32BE(12), duration: header.readUInt32BE(16) }
}

function durationOf(header: Buffer): number {
  const { timescale, duration } = timingOf(header)
  return timescale === 0 ? 0 : duration / timescale
}

function fragmentedDurationOf(moov: Buffer, movie: Buffer): number {
  const header = boxAt(moov, 'mvex', 'mehd')
  if (!header) return 0
  const duration = header[0] === 1 ? Number(header.readBigUInt64BE(4)) : header.readUInt32BE(4)
  return duration / (timingOf(movie).timescale || 1)
}

/** Frames of the track over its length; a table of runs says how many frames there are. */
function framesPerSecond(track: Buffer): number | null {
  const runs = boxAt(track, 'mdia', 'minf', 'stbl', 'stts')
  const media = boxAt(track, 'mdia', 'mdhd')
  const seconds = media ? durationOf(media) : 0
  if (!runs || seconds === 0) return null
  let frames = 0
  for (let run = 0; run < runs.readUInt32BE(4); run++) frames += runs.readUInt32BE(8 + run * 8)
  return frames === 0 ? null : frames / seconds
}

function codecOf(track: Buffer): string | null {
  const entries = boxAt(track, 'mdia', 'minf', 'stbl', 'stsd')
  return entries && entries.length >= 16 ? entries.toString('latin1', 12, 16) : null
}
