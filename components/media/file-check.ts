import { fileBytesMax } from '@/lib/media/limits'
import { maxWords, type TakenMime, takenWords } from './taken'

/** What a file is by its first bytes, or why it is not taken, said before any of it is sent. */
export type FileCheck = { mime: TakenMime } | { refusal: string }

/** The server looks at the whole file again; this spares people the wait for a refusal. */
export async function checkFile(file: File): Promise<FileCheck> {
  if (file.size === 0) return { refusal: 'It is empty. If it is a folder, choose the files in it.' }
  let head: Uint8Array
  try {
    head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  } catch {
    return { refusal: 'It cannot be read. If it is a folder, choose the files in it; else choose the file again.' }
  }
  const kind = kindOf(head)
  // The type comes first: whoever shortens a film to 10 MB should not hear afterwards that films of its kind are not taken.
  if (kind === null) return { refusal: `It is no file of a kind that is taken. Save it as ${takenWords}.` }
  if (!('mime' in kind)) return kind
  if (file.size > fileBytesMax) return { refusal: tooLarge(file.size, kind.mime) }
  return kind
}

/** A drawing may begin with a long comment. */
const headBytes = 4_096

const mb = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

function tooLarge(bytes: number, mime: TakenMime): string {
  // Rounded up, or a file that is a byte too large would have exactly the size that is taken.
  const size = mb.format(Math.ceil((bytes / 1_048_576) * 10) / 10)
  const remedy = mime === 'video/mp4' ? 'Shorten or compress the film' : 'Make the picture smaller'
  return `It has ${size} MB, and ${maxWords} are taken. ${remedy}, or put it on the web and use its address in the story.`
}

const save = (what: string, as: string): FileCheck => ({ refusal: `${what} is not taken. Save it as ${as}.` })

/** Signs at the beginning of files, with what becomes of them. */
const signs: [RegExp, FileCheck][] = [
  [/^\xff\xd8\xff/, { mime: 'image/jpeg' }],
  [/^\x89PNG\r\n.\n/s, { mime: 'image/png' }],
  [/^GIF8[79]a/, { mime: 'image/gif' }],
  [/^RIFF.{4}WEBP/s, { mime: 'image/webp' }],
  [/^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s, save('A HEIC picture of an iPhone', 'JPEG')],
  [/^.{4}ftypavi[fs]/s, save('An AVIF picture', 'JPEG or WebP')],
  [/^.{4}ftypqt {2}/s, save('A QuickTime film (MOV)', 'MP4')],
  [/^.{4}ftyp/s, { mime: 'video/mp4' }],
  [/^.E\xdf\xa3/s, save('A WebM or Matroska film', 'MP4')],
  [/^RIFF.{4}AVI /s, save('An AVI film', 'MP4')],
  [/^%PDF-/, save('A PDF', 'a picture for each of its pages')],
  [/^(II\*\0|MM\0\*)/, save('A TIFF picture', 'JPEG or PNG')],
  [/^BM.{4}\0\0\0\0/s, save('A BMP picture', 'JPEG or PNG')],
  [/^8BPS/, save('A Photoshop file', 'JPEG or PNG')],
]

function kindOf(head: Uint8Array): FileCheck | null {
  const text = String.fromCharCode(...head)
  for (const [sign, kind] of signs) if (sign.test(text)) return kind
  return isDrawing(text) ? { mime: 'image/svg+xml' } : null
}

/** Loosely, as the server reads it as a whole: what begins as markup and has an `svg` soon. */
const isDrawing = (text: string): boolean =>
  /^(?:\xef\xbb\xbf)?\s*<(?!html|!doctype html)/i.test(text) && /<(?:[\w.-]+:)?svg[\s>/]/i.test(text)
