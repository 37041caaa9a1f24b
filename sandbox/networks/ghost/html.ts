const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

const decodeEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    const known = entities[name.toLowerCase()]
    if (known !== undefined) return known
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return name.startsWith('#') && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The text without markup, for the feed. Blocks become lines. */
export function plainText(html: string): string {
  const lines = html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|h[1-6]|li|figcaption|blockquote|div|figure)\s*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
  return decodeEntities(lines)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export function sourcesOf(html: string, tag: 'img' | 'video'): { src: string; alt: string | null }[] {
  return [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>`, 'gi'))].flatMap(([element]) => {
    const src = attribute(element, 'src')
    return src === null ? [] : [{ src, alt: tag === 'img' ? attribute(element, 'alt') : null }]
  })
}

export function attribute(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? null : decodeEntities(value)
}

const videoFigure = /<figure\b[^>]*\bkg-video-card\b[^>]*>.*?<\/figure\s*>/gis

/**
 * Ghost converts HTML to its own format and renders it again, so only what its parser reads remains: the thumbnails
 * of the figure, the size of the video and the text of `.kg-video-duration` (TryGhost/Koenig, kg-default-nodes,
 * video-parser.js and video-renderer.js).
 */
export const rewriteVideoCards = (html: string): string => html.replace(videoFigure, rewriteVideoCard)

/** For plain text: the player's controls are not text of the post. */
export const withoutVideoCards = (html: string): string => html.replace(videoFigure, '\n')

function rewriteVideoCard(figure: string): string {
  const opening = /^<figure\b[^>]*>/i.exec(figure)?.[0] ?? ''
  const video = /kg-video-container\b.*?(<video\b[^>]*>)/is.exec(figure)?.[1]
  const src = video ? attribute(video, 'src') : null
  if (!video || !src) return ''
  const thumbnail = attribute(opening, 'data-kg-thumbnail') ?? ''
  const custom = attribute(opening, 'data-kg-custom-thumbnail') ?? ''
  const pixels = (name: string): number | null => Number.parseInt(attribute(video, name) ?? '', 10) || null
  const [width, height] = [pixels('width'), pixels('height')]
  const [, minutes = 0, rest = 0] = /\bkg-video-duration\b[^>]*>\s*(\d+):(\d+)\s*</i.exec(figure) ?? []
  const seconds = Number(minutes) * 60 + Number(rest)
  const duration = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const poster = `https://img.spacergif.org/v1/${width}x${height}/0a/spacer.png`
  const quoted = (text: string): string => `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  return (
    `<figure class="kg-card kg-video-card kg-width-regular" data-kg-thumbnail=${quoted(thumbnail)} data-kg-custom-thumbnail=${quoted(custom)}>` +
    `<div class="kg-video-container"><video src=${quoted(src)} poster="${poster}" width="${width}" height="${height}" playsinline="" preload="metadata" style="background: transparent url('${custom || thumbnail}') 50% 50% / cover no-repeat;"></video>` +
    `<div class="kg-video-player-container"><span class="kg-video-current-time">0:00</span><div class="kg-video-time">/<span class="kg-video-duration">${duration}</span></div></div></div></figure>`
  )
}
