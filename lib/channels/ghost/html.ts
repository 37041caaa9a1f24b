import { parseUrl } from '../../parse-url'
import type { ResolvedPost } from '../channel'

export type UploadedImage = { url: string; altText: string | null; width: number | null; height: number | null }
/** Facts are missing for videos uploaded by earlier versions of Storycast. */
export type UploadedVideo = {
  url: string
  thumbnailUrl: string | null
  width?: number | null
  height?: number | null
  durationSeconds?: number | null
}

/**
 * The caption as HTML: blank lines separate paragraphs, line breaks are kept, URLs become links. Videos, images and,
 * if the text has no link, the story's link follow. Ghost recognizes cards by their classes.
 */
export function ghostHtml(
  post: ResolvedPost,
  gallery: readonly UploadedImage[],
  videos: readonly UploadedVideo[] = [],
): string {
  const paragraphs = post.caption
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(
      (text) =>
        `<p>${text
          .split('\n')
          .map((line) => withLinks(line, post))
          .join('<br>')}</p>`,
    )
  return [...paragraphs, ...ownLink(post), ...videos.map(videoCard), ...galleries(gallery)].join('')
}

/** The visible text, to compare posts. */
export const plainText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/figure)\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
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

function withLinks(line: string, post: ResolvedPost): string {
  let html = ''
  let at = 0
  for (const match of line.matchAll(link)) {
    const address = match[0]
    html += `${escapeHtml(line.slice(at, match.index))}${anchor(tracked(address, post), address)}`
    at = match.index + address.length
  }
  return html + escapeHtml(line.slice(at))
}

const anchor = (address: string, text: string): string => `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`

/** The story's link below the text, if the text has no link. Only the URL gets tracking values. */
function ownLink({ caption, link: own }: ResolvedPost): string[] {
  if (!own || caption.search(link) >= 0) return []
  return [`<p>${anchor(own, withoutTracking(own))}</p>`]
}

/**
 * A link to the story's destination becomes the story's tracked link. Links to the same site get the same tracking
 * values. Others stay unchanged.
 */
function tracked(address: string, { link: own, linkTarget }: ResolvedPost): string {
  const destination = linkTarget ?? own
  if (!own || !destination) return address
  const [target, given] = [parseUrl(destination), parseUrl(address)]
  if (!target || !given) return address
  if (given.href === new URL(withoutTracking(destination)).href) return own
  if (given.host !== target.host) return address
  const missing = trackingOf(target).filter(([name]) => !given.searchParams.has(name))
  if (missing.length === 0) return address
  // Appended as text, because a URL parser would rewrite the existing query.
  const [before = '', ...fragment] = address.split('#')
  const query = missing.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&'
  return [`${before}${joint}${query}`, ...fragment].join('#')
}

const trackingOf = ({ searchParams }: URL): [string, string][] =>
  [...searchParams].filter(([name]) => /^utm_/.test(name))

function withoutTracking(address: string): string {
  const [before = '', ...fragment] = address.split('#')
  const [path = '', ...query] = before.split('?')
  const remaining = query
    .join('?')
    .split('&')
    .filter((part) => part !== '' && !/^utm_/.test(part))
  return [remaining.length > 0 ? `${path}?${remaining.join('&')}` : path, ...fragment].join('#')
}

/**
 * Attributes that Ghost's parser reads from a video card: thumbnails on the figure, `width` and `height` on the
 * video, and the text of `.kg-video-duration`. It ignores `poster` (TryGhost/Koenig, kg-default-nodes, video-
 * parser.js).
 */
function videoCard({ url, thumbnailUrl, width, height, durationSeconds }: UploadedVideo): string {
  const thumbnail = thumbnailUrl ? escapeHtml(thumbnailUrl) : null
  const thumbnails = thumbnail ? ` data-kg-thumbnail="${thumbnail}" data-kg-custom-thumbnail="${thumbnail}"` : ''
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  const duration = durationSeconds ? `<span class="kg-video-duration">${minutesAndSeconds(durationSeconds)}</span>` : ''
  return `<figure class="kg-card kg-video-card"${thumbnails}><div class="kg-video-container"><video src="${escapeHtml(url)}"${size} playsinline preload="metadata"></video>${duration}</div></figure>`
}

/** `1:05`, `75:00`: Ghost only reads minutes and seconds. */
function minutesAndSeconds(durationSeconds: number): string {
  const seconds = Math.max(1, Math.round(durationSeconds))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Ghost's gallery card has up to nine images, three per row. */
const imagesPerGallery = 9
const imagesPerRow = 3

function galleries(images: readonly UploadedImage[]): string[] {
  return chunks(images, imagesPerGallery).map((group) => {
    const [only] = group
    // A gallery with one image would only fill a third of its row.
    if (only && group.length === 1) return `<figure class="kg-card kg-image-card">${imageTag(only)}</figure>`
    const rows = chunks(group, imagesPerRow).map(
      (row) => `<div class="kg-gallery-row">${row.map(galleryImage).join('')}</div>`,
    )
    return `<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container">${rows.join('')}</div></figure>`
  })
}

const galleryImage = (image: UploadedImage): string => `<div class="kg-gallery-image">${imageTag(image)}</div>`

function imageTag({ url, altText, width, height }: UploadedImage): string {
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  return `<img src="${escapeHtml(url)}"${size} alt="${escapeHtml(altText ?? '')}">`
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
