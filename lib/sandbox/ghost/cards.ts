import { attribute } from './html'

/** What Ghost keeps of a video card that comes in as HTML. */
type VideoCard = {
  src: string
  thumbnail: string
  customThumbnail: string
  width: number | null
  height: number | null
  durationSeconds: number | null
}

const videoFigure = /<figure\b[^>]*\bkg-video-card\b[^>]*>.*?<\/figure\s*>/gis

/**
 * Ghost turns HTML into its own format and writes it anew from that, so only what its parser reads survives: the
 * thumbnails of the figure, the size of the video and the text of `.kg-video-duration` (TryGhost/Koenig,
 * kg-default-nodes, video-parser.js and video-renderer.js).
 */
export const rewriteVideoCards = (html: string): string =>
  html.replace(videoFigure, (figure) => {
    const card = parseVideoCard(figure)
    return card ? renderVideoCard(card) : ''
  })

/** For text that people read: the player's controls are none. */
export const withoutVideoCards = (html: string): string => html.replace(videoFigure, '\n')

function parseVideoCard(figure: string): VideoCard | null {
  const opening = /^<figure\b[^>]*>/i.exec(figure)?.[0] ?? ''
  const video = /kg-video-container\b.*?(<video\b[^>]*>)/is.exec(figure)?.[1]
  const src = video ? attribute(video, 'src') : null
  if (!video || !src) return null
  const duration = /\bkg-video-duration\b[^>]*>\s*(\d+):(\d+)\s*</i.exec(figure)
  const pixels = (name: string): number | null => Number.parseInt(attribute(video, name) ?? '', 10) || null
  return {
    src,
    thumbnail: attribute(opening, 'data-kg-thumbnail') ?? '',
    customThumbnail: attribute(opening, 'data-kg-custom-thumbnail') ?? '',
    width: pixels('width'),
    height: pixels('height'),
    durationSeconds: duration ? Number(duration[1]) * 60 + Number(duration[2]) : null,
  }
}

function renderVideoCard({ src, thumbnail, customThumbnail, width, height, durationSeconds }: VideoCard): string {
  const poster = `https://img.spacergif.org/v1/${width}x${height}/0a/spacer.png`
  const total = durationSeconds ?? 0
  const duration = `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`
  const quoted = (text: string): string => `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  return (
    `<figure class="kg-card kg-video-card kg-width-regular" data-kg-thumbnail=${quoted(thumbnail)} data-kg-custom-thumbnail=${quoted(customThumbnail)}>` +
    `<div class="kg-video-container"><video src=${quoted(src)} poster="${poster}" width="${width}" height="${height}" playsinline="" preload="metadata" style="background: transparent url('${customThumbnail || thumbnail}') 50% 50% / cover no-repeat;"></video>` +
    `<div class="kg-video-player-container"><span class="kg-video-current-time">0:00</span><div class="kg-video-time">/<span class="kg-video-duration">${duration}</span></div></div></div></figure>`
  )
}
