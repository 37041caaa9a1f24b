import { randomUUID } from 'node:crypto'
import { deadlineIn } from '@/lib/deadline'
import { isWebUrl, problemOfFetch } from '../../media/images'
import { isPlayable, readVideoFile, type VideoFile } from '../../media/videos'
import type { StoredMedia } from '../../state/post-store'
import type { Sandbox } from '../../state/sandbox'

/** Why a video cannot be used. Each network has its own codes for these. */
export type VideoProblem =
  | 'unreachable'
  | 'timeout'
  /** The host does not support range requests, which Meta's fetcher needs. */
  | 'no_ranges'
  | 'wrong_type'
  | 'too_large'
  | 'not_a_video'
  | 'codec'
  | 'index_at_end'
  | 'duration'
  | 'frame_rate'
  | 'dimensions'
  | 'ratio'
  | 'bit_rate'

type Range = { min?: number; max?: number }

export type VideoLimits = {
  bytesMax: number
  seconds: Range
  framesPerSecond?: Range
  width?: Range
  height?: Range
  /** Width divided by height. */
  ratio?: Range
  bitsPerSecondMax?: number
  isFastStartOnly?: boolean
}

export type StoredVideo = { media: StoredMedia; video: VideoFile }

const pieceBytes = 4 * 1024 * 1024
const timeoutMs = 10_000

/** Fetches a video as Meta does: with range requests, without credentials, and only if the type is a video. */
export async function fetchVideo(
  sandbox: Sandbox,
  url: string,
  limits: VideoLimits,
  altText: string | null = null,
): Promise<StoredVideo | VideoProblem> {
  if (!isWebUrl(url)) return 'unreachable'
  const draft = `${randomUUID()}.video`
  try {
    const size = await download(sandbox, url, limits.bytesMax, draft)
    if (typeof size === 'string') return size
    const video = await readVideoFile(sandbox.files.draftPath(draft))
    if (!video) return 'not_a_video'
    return problemOf(video, size, limits) ?? { media: await sandbox.store(draft, video, url, altText), video }
  } catch (error) {
    return problemOfFetch(error)
  } finally {
    await sandbox.files.dropDraft(draft)
  }
}

/** @returns the size in bytes, or the problem */
async function download(
  sandbox: Sandbox,
  url: string,
  bytesMax: number,
  draft: string,
): Promise<number | VideoProblem> {
  let size = pieceBytes
  for (let at = 0; at < size; at += pieceBytes) {
    const last = Math.min(at + pieceBytes, at === 0 ? pieceBytes : size) - 1
    const response = await fetch(url, {
      signal: deadlineIn(timeoutMs),
      headers: {
        range: `bytes=${at}-${last}`,
        'user-agent': 'StorycastSandbox/1.0 (video fetcher)',
        accept: 'video/*',
      },
    })
    const total = Number(/^bytes \d+-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1])
    const problem = responseProblem(response, total, bytesMax)
    if (problem) {
      await response.body?.cancel()
      return problem
    }
    size = total
    await sandbox.files.append(draft, Buffer.from(await response.arrayBuffer()))
  }
  return size
}

function responseProblem(response: Response, totalBytes: number, bytesMax: number): VideoProblem | null {
  if (!response.ok) return 'unreachable'
  if (response.status !== 206) return 'no_ranges'
  if (!/^video\//.test(response.headers.get('content-type') ?? '')) return 'wrong_type'
  if (!Number.isInteger(totalBytes)) return 'no_ranges'
  return totalBytes > bytesMax ? 'too_large' : null
}

function problemOf(video: VideoFile, size: number, limits: VideoLimits): VideoProblem | null {
  const { width, height, duration_seconds: seconds, frames_per_second: rate } = video
  if (!isPlayable(video)) return 'codec'
  if (limits.isFastStartOnly && !video.is_fast_start) return 'index_at_end'
  if (isOutside(seconds, limits.seconds, 0.2)) return 'duration'
  if (rate !== null && isOutside(rate, limits.framesPerSecond, 0.1)) return 'frame_rate'
  if (isOutside(width, limits.width, 0) || isOutside(height, limits.height, 0)) return 'dimensions'
  if (isOutside(width / height, limits.ratio, 0.005)) return 'ratio'
  return (size * 8) / Math.max(seconds, 0.1) > (limits.bitsPerSecondMax ?? Number.POSITIVE_INFINITY) ? 'bit_rate' : null
}

/** @param tolerance for rounding */
const isOutside = (value: number, { min = 0, max = Number.POSITIVE_INFINITY }: Range = {}, tolerance: number) =>
  value < min - tolerance || value > max + tolerance
