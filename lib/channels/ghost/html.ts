import type { ResolvedPost } from '../channel'

export type UploadedImage = { url: string; altText: string | null; width: number | null; height: number | null }

/** The caption as HTML: a blank line parts paragraphs, a line break stays one, addresses become links. */
export function ghostHtml(post: ResolvedPost, gallery: readonly UploadedImage[]): string {
  const paragraphs = post.caption
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => `<p>${text.split('\n').map(withLinks).join('<br>')}</p>`)
  return [...paragraphs, ...galleries(gallery)].join('')
}

/** What people will read, to compare posts by. */
export const plainText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/figure)\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (entity) => entities[entity] ?? entity)

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}

const link = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/g

function withLinks(line: string): string {
  let html = ''
  let at = 0
  for (const match of line.matchAll(link)) {
    const address = escapeHtml(match[0])
    html += `${escapeHtml(line.slice(at, match.index))}<a href="${address}">${address}</a>`
    at = match.index + match[0].length
  }
  return html + escapeHtml(line.slice(at))
}

/** Ghost's gallery card holds nine pictures, three a row. */
const imagesPerGallery = 9
const imagesPerRow = 3

function galleries(images: readonly UploadedImage[]): string[] {
  return chunks(images, imagesPerGallery).map((group) => {
    const rows = chunks(group, imagesPerRow).map(
      (row) => `<div class="kg-gallery-row">${row.map(galleryImage).join('')}</div>`,
    )
    return `<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container">${rows.join('')}</div></figure>`
  })
}

function galleryImage({ url, altText, width, height }: UploadedImage): string {
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  return `<div class="kg-gallery-image"><img src="${escapeHtml(url)}"${size} alt="${escapeHtml(altText ?? '')}"></div>`
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
