import { CustomSource, Input, type InputVideoTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { type ByteSource, outerBoxesOf } from './boxes'
import type { MediaFacts } from './media-facts'
import { isIndexWithinLimits } from './video-index'

export type VideoType = 'video/mp4' | 'video/quicktime' | 'video/webm'

/** MP4 and QuickTime name their brand at byte 8. AVIF and HEIC images use the same box. */
export function videoTypeOf(head: Buffer): VideoType | null {
  if (head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp') {
    const brand = head.toString('latin1', 8, 12)
    if (/^(avi[fs]|hei[cx]|mif1|msf1)$/.test(brand)) return null
    return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  }
  return head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3 ? 'video/webm' : null
}

/** Enough packets to measure the frame rate. */
const packetsRead = 60

// Not `ALL_FORMATS`: for HLS playlists mediabunny would fetch the URLs in them.
const formats = [MP4, QTFF, WEBM, MATROSKA]

/** Facts of a video file from its index, without decoding. Null if the index is unreadable, too large or has no video track. */
export async function readVideo(
  source: ByteSource,
  mime: VideoType,
): Promise<Omit<MediaFacts, 'bytes' | 'sha256'> | null> {
  const boxes = mime === 'video/webm' ? [] : await outerBoxesOf(source)
  if (!boxes || !(await isIndexWithinLimits(source, boxes))) return null
  const types = boxes.map(({ type }) => type)
  const read = (start: number, end: number) => source.read(start, end - start)
  const input = new Input({ formats, source: new CustomSource({ getSize: () => source.size, read }) })
  try {
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
    if (!video) return null
    return {
      mime,
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      orientation: { 0: 1, 90: 6, 180: 3, 270: 8 }[await video.getRotation()] ?? 1,
      durationSeconds: rounded((await input.getDurationFromMetadata()) ?? (await input.computeDuration())),
      videoCodec: (await video.getCodec()) ?? 'unknown',
      audioCodec: audio ? ((await audio.getCodec()) ?? 'unknown') : null,
      framesPerSecond: await frameRateOf(video),
      frames: null,
      hasAudio: audio !== null,
      isAnimated: false,
      moovFirst: mime === 'video/webm' ? null : isBefore(types, 'moov', 'mdat'),
      hasLocation: false,
    }
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

async function frameRateOf(video: InputVideoTrack): Promise<number | null> {
  const { packetCount, averagePacketRate } = await video.computePacketStats(packetsRead)
  return packetCount > 1 && Number.isFinite(averagePacketRate) ? rounded(averagePacketRate) : null
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

const isBefore = (types: string[], first: string, second: string): boolean =>
  types.includes(first) && (!types.includes(second) || types.indexOf(first) < types.indexOf(second))
