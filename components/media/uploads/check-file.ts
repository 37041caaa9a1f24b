import { fileBytesMax, largeFileBytesMax } from '@/lib/media-files/limits'
import { formatNumber } from '@/lib/text/number-text'
import { type AcceptedMime, acceptedTypesText, damagedText, maxSizeText, maxVideoSizeText } from './accepted-files'

/** Type of a file by its first bytes, or why it is refused. */
export type FileCheck = { mime: AcceptedMime } | { refusal: string }

/** Checks a file before the upload, to save the wait. The server checks it again. */
export async function checkFile(file: File): Promise<FileCheck> {
  if (file.size === 0) return { refusal: 'The file is empty. If it is a folder, choose the files in it.' }
  let head: Uint8Array
  try {
    head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  } catch {
    return { refusal: 'The file cannot be read. If it is a folder, choose the files in it. Otherwise choose it again.' }
  }
  const kind = kindOf(head)
  // Check the type before the size, so that users do not compress an unsupported file.
  if (kind === null) return { refusal: unknownText(file.name) }
  if (!('mime' in kind)) return kind
  const limit = kind.mime === 'video/mp4' ? largeFileBytesMax : fileBytesMax
  if (file.size > limit) return { refusal: tooLarge(file.size, kind.mime) }
  return kind
}

/** An SVG may start with a long comment. */
const headBytes = 4_096

function tooLarge(bytes: number, mime: AcceptedMime): string {
  // Rounded up, so that a file one byte too large is not shown with the size of the limit.
  const size = formatNumber(Math.ceil((bytes / 1_048_576) * 10) / 10)
  if (mime === 'video/mp4') return `This video is ${size} MB. The limit is ${maxVideoSizeText}. Shorten or compress it.`
  return `This image is ${size} MB. The limit is ${maxSizeText}. Make it smaller, or add it to the story from a URL.`
}

function unknownText(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const mime = endings[ending]
  return mime ? damagedText(mime) : `Unsupported file type. Save it as ${acceptedTypesText}.`
}

const endings: Record<string, AcceptedMime> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
}

const unsupported = (files: string, as: string): FileCheck => ({
  refusal: `${files} are not supported. Save the file as ${as}.`,
})

/** File signatures. */
const signatures: [RegExp, FileCheck][] = [
  [/^\xff\xd8\xff/, { mime: 'image/jpeg' }],
  [/^\x89PNG\r\n.\n/s, { mime: 'image/png' }],
  [/^GIF8[79]a/, { mime: 'image/gif' }],
  [/^RIFF.{4}WEBP/s, { mime: 'image/webp' }],
  [/^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s, unsupported('HEIC images', 'JPEG')],
  [/^.{4}ftypavi[fs]/s, unsupported('AVIF images', 'JPEG or WebP')],
  [/^.{4}ftypqt {2}/s, unsupported('QuickTime videos (MOV)', 'MP4')],
  [/^.{4}ftyp/s, { mime: 'video/mp4' }],
  [/^.E\xdf\xa3/s, unsupported('WebM and Matroska videos', 'MP4')],
  [/^RIFF.{4}AVI /s, unsupported('AVI videos', 'MP4')],
  [/^%PDF-/, unsupported('PDF files', 'one image per page')],
  [/^(II\*\0|MM\0\*)/, unsupported('TIFF images', 'JPEG or PNG')],
  [/^BM.{4}\0\0\0\0/s, unsupported('BMP images', 'JPEG or PNG')],
  [/^8BPS/, unsupported('Photoshop files', 'JPEG or PNG')],
]

function kindOf(head: Uint8Array): FileCheck | null {
  const text = String.fromCharCode(...head)
  for (const [signature, kind] of signatures) if (signature.test(text)) return kind
  return isSvg(text) ? { mime: 'image/svg+xml' } : null
}

/** Markup with an early `svg` element. The server checks the whole file. */
const isSvg = (text: string): boolean =>
  /^(?:\xef\xbb\xbf)?\s*<(?!html|!doctype html)/i.test(text) && /<(?:[\w.-]+:)?svg[\s>/]/i.test(text)
