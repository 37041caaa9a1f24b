import { randomUUID } from 'node:crypto'
import { deadlineIn } from '../../deadline'
import { examineFilmFile, type Film, isPlayable } from '../films'
import type { LedgerMedia } from '../ledger'
import type { Sandbox } from '../sandbox'

/** Why a film cannot be used, before anything is known of a network's own code for it. */
export type FilmProblem =
  | 'unreachable'
  | 'timeout'
  /** The host does not answer ranges, which Meta's fetcher insists on. */
  | 'no_ranges'
  | 'wrong_type'
  | 'too_large'
  | 'no_film'
  | 'codec'
  | 'index_at_end'
  | 'duration'
  | 'frame_rate'
  | 'dimensions'
  | 'ratio'
  | 'bit_rate'

/** What a network takes of films. */
export type FilmLimits = {
  bytesMax: number
  seconds: { min: number; max: number }
  framesPerSecond?: { min: number; max: number }
  width?: { min?: number; max?: number }
  height?: { min: number }
  /** Width divided by height. */
  ratio?: { min: number; max: number }
  bitsPerSecondMax?: number
  /** The index of the film has to stand before its frames. */
  isFastStartOnly?: boolean
}

export type KeptFilm = { media: LedgerMedia; film: Film }

const pieceBytes = 4 * 1024 * 1024
const timeoutMs = 10_000

/**
 * Gets a film as Meta does: in ranges, without a credential, and only from a host that says what it sends. Any address
 * will do, this machine's own included, because the product under trial keeps its files there.
 */
export async function fetchFilm(
  sandbox: Sandbox,
  url: string,
  limits: FilmLimits,
  altText: string | null = null,
): Promise<KeptFilm | FilmProblem> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return 'unreachable'
  const draft = `${randomUUID()}.film`
  try {
    const size = await download(sandbox, url, limits.bytesMax, draft)
    if (typeof size === 'string') return size
    const film = await examineFilmFile(sandbox.files.draftPath(draft))
    const problem = film ? problemOf(film, size, limits) : 'no_film'
    if (!film || problem) return problem ?? 'no_film'
    return { media: await sandbox.keep(draft, film, url, altText), film }
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
  } finally {
    await sandbox.files.dropDraft(draft)
  }
}

/** @returns the size of the whole, or what is wrong with it */
async function download(sandbox: Sandbox, url: string, bytesMax: number, draft: string): Promise<number | FilmProblem> {
  let size = pieceBytes
  for (let at = 0; at < size; at += pieceBytes) {
    const last = Math.min(at + pieceBytes, at === 0 ? pieceBytes : size) - 1
    const response = await fetch(url, {
      signal: deadlineIn(timeoutMs),
      headers: { range: `bytes=${at}-${last}`, 'user-agent': 'StorycastSandbox/1.0 (film fetcher)', accept: 'video/*' },
    })
    const problem = problemWith(response)
    const total = Number(/^bytes \d+-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1])
    if (problem || !Number.isInteger(total) || total > bytesMax) {
      await response.body?.cancel()
      return problem ?? (Number.isInteger(total) ? 'too_large' : 'no_ranges')
    }
    size = total
    await sandbox.files.append(draft, Buffer.from(await response.arrayBuffer()))
  }
  return size
}

function problemWith(response: Response): FilmProblem | null {
  if (!response.ok) return 'unreachable'
  if (response.status !== 206) return 'no_ranges'
  return /^video\//.test(response.headers.get('content-type') ?? '') ? null : 'wrong_type'
}

/** A pixel and a frame of rounding are forgiven. */
const isOutside = (value: number, range: { min?: number; max?: number } | undefined, tolerance: number): boolean =>
  range !== undefined &&
  (value < (range.min ?? 0) - tolerance || value > (range.max ?? Number.POSITIVE_INFINITY) + tolerance)

/** What of a film is against these limits; the first fault found. */
export function problemOf(film: Film, size: number, limits: FilmLimits): FilmProblem | null {
  const { width, height, duration_seconds: seconds, frames_per_second: rate } = film
  if (!isPlayable(film)) return 'codec'
  if (limits.isFastStartOnly && !film.is_fast_start) return 'index_at_end'
  if (isOutside(seconds, limits.seconds, 0.2)) return 'duration'
  if (rate !== null && isOutside(rate, limits.framesPerSecond, 0.1)) return 'frame_rate'
  if (isOutside(width, limits.width, 0) || isOutside(height, limits.height, 0)) return 'dimensions'
  if (isOutside(width / height, limits.ratio, 0.005)) return 'ratio'
  if ((size * 8) / Math.max(seconds, 0.1) > (limits.bitsPerSecondMax ?? Number.POSITIVE_INFINITY)) return 'bit_rate'
  return null
}
