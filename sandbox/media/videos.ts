import { open } from 'node:fs/promises'
import { BufferSource, FilePathSource, Input, MP4, QTFF, type Source } from 'mediabunny'

export type VideoFormat = 'mp4' | 'mov'
export type VideoFile = {
  format: VideoFormat
  width: number
  height: number
  duration_seconds: number
  /** Null if unknown. */
  frames_per_second: number | null
  /** As mediabunny names them: `avc`, `hevc`, `aac` …; null without that track. */
  video_codec: string | null
  audio_codec: string | null
  /** Whether the index comes before the frames. */
  is_fast_start: boolean
}

/** H.264, or HEVC if accepted, with AAC or without sound. */
export function isPlayable({ video_codec, audio_codec }: VideoFile, takesHevc = true): boolean {
  const codecs = takesHevc ? ['avc', 'hevc'] : ['avc']
  return codecs.includes(video_codec ?? '') && [null, 'aac'].includes(audio_codec)
}

/** Facts of a video, or null if the bytes are not a complete MP4 or QuickTime file. */
export const readVideo = (bytes: Buffer): Promise<VideoFile | null> =>
  parse(new BufferSource(bytes), bytes.length, async (start) => bytes.subarray(start, start + 16))

export async function readVideoFile(path: string): Promise<VideoFile | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await parse(new FilePathSource(path), size, async (start) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, start)
      return buffer.subarray(0, bytesRead)
    })
  } finally {
    await file.close()
  }
}

type ReadHeader = (start: number) => Promise<Buffer>

async function parse(source: Source, size: number, readHeader: ReadHeader): Promise<VideoFile | null> {
  const boxes = await outerBoxes(size, readHeader)
  const brand = (await readHeader(0)).toString('latin1', 8, 12)
  if (boxes?.[0] !== 'ftyp' || /^(avi[fs]|hei[cx]|mif1|msf1)$/.test(brand)) return null
  const input = new Input({ formats: [MP4, QTFF], source })
  try {
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
    if (!video) return null
    const { packetCount, averagePacketRate } = await video.computePacketStats(60)
    return {
      format: brand === 'qt  ' ? 'mov' : 'mp4',
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      duration_seconds: (await input.getDurationFromMetadata()) ?? (await input.computeDuration()),
      frames_per_second: packetCount > 1 ? averagePacketRate : null,
      video_codec: (await video.getCodec()) ?? 'unknown',
      audio_codec: audio && ((await audio.getCodec()) ?? 'unknown'),
      is_fast_start: boxes.indexOf('moov') < boxes.indexOf('mdat'),
    }
  } catch {
    // mediabunny throws for a broken index.
    return null
  } finally {
    input.dispose()
  }
}

/** Types of the outer boxes (ISO/IEC 14496-12, section 4.2), or null if the file is cut off. */
async function outerBoxes(size: number, readHeader: ReadHeader): Promise<string[] | null> {
  const types: string[] = []
  for (let at = 0; at < size; ) {
    const header = await readHeader(at)
    if (header.length < 8) return null
    const short = header.readUInt32BE(0)
    // Size 1: 64 bits follow. Size 0: up to the end of the file.
    const length =
      short === 0 ? size - at : short === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : short
    if (length < 8 || at + length > size) return null
    types.push(header.toString('latin1', 4, 8))
    at += length
  }
  return types
}
