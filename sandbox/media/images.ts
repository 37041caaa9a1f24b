import sharp from 'sharp'
import { deadlineIn } from '@/lib/deadline'
import { parseUrl } from '@/lib/parse-url'

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'svg'
export type ImageFile = { format: ImageFormat; width: number; height: number }

const svgStart = /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i
/** By the first bytes, read as Latin-1. */
const signatures: Record<ImageFormat, RegExp> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n.\n/s,
  gif: /^GIF8[79]a/,
  webp: /^RIFF.{4}WEBP/s,
  tiff: /^(II\*\0|MM\0\*)/,
  svg: svgStart,
  bmp: /^BM.{25}/s,
}

/** Format and size by content, ignoring the URL and the content type. Null if it is not a valid image. */
export async function readImage(bytes: Buffer): Promise<ImageFile | null> {
  const start = bytes.toString('latin1', 0, 4_096)
  const format = (Object.keys(signatures) as ImageFormat[]).find(
    (name) => signatures[name].test(start) || (name === 'svg' && svgStart.test(bytes.toString('utf8', 0, 4_096))),
  )
  if (!format) return null
  // sharp does not read BMP. The height is negative when rows are stored top-down.
  if (format === 'bmp') return { format, width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
  try {
    const { width, height, pageHeight } = await sharp(bytes).metadata()
    return width && height ? { format, width, height: pageHeight ?? height } : null
  } catch {
    return null
  }
}

export type FetchedImage = { bytes: Buffer; image: ImageFile | null }
export type FetchProblem = 'unreachable' | 'timeout' | 'too_large'

const timeoutMs = 10_000

export const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url) && parseUrl(url) !== null

export const problemOfFetch = (error: unknown): 'timeout' | 'unreachable' =>
  error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'

/**
 * Fetches an image as Meta and Pinterest do, without credentials. Private addresses are allowed, because the tested
 * product runs on this machine.
 */
export async function fetchImage(url: string, maxBytes: number): Promise<FetchedImage | FetchProblem> {
  if (!isWebUrl(url)) return 'unreachable'
  try {
    const response = await fetch(url, {
      signal: deadlineIn(timeoutMs),
      headers: { 'user-agent': 'StorycastSandbox/1.0 (media fetcher)', accept: 'image/*,*/*;q=0.5' },
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return 'unreachable'
    }
    const bytes = await readAtMost(response.body, maxBytes)
    return bytes ? { bytes, image: await readImage(bytes) } : 'too_large'
  } catch (error) {
    return problemOfFetch(error)
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    // Leaving the loop cancels the download.
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
