import twitterText from 'twitter-text'
import { parseUrl } from '../../parse-url'
import { sameText } from '../match'
import { type Piece, piecesOf } from './pieces'

export type LinkEntity = { url: string; expanded_url?: string | undefined; media_key?: string | undefined }

/** A link without the parts that X adds or drops: scheme, letter case of the host, a trailing slash. */
function bareLink(link: string): string {
  const url = parseUrl(/^https?:\/\//i.test(link) ? link : `http://${link}`)
  if (!url) return link
  return `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`
}

/**
 * Normalized text for comparison. X and `twitter-text` may disagree on what is a link, and X does not document
 * whether returned URLs are escaped, so both are ignored.
 */
const compared = (text: string): string => sameText(unescaped(text).replace(/https?:\/\/\S+/gi, bareLink))

/** Our text as X returns it, with short links expanded. */
export const ownText = (text: string): string => compared([...piecesOf(text)].map(withBareLinks).join(''))

function withBareLinks({ text, mayHoldLinks }: Piece): string {
  if (!mayHoldLinks) return text
  const found = twitterText.extractUrlsWithIndices(text)
  let rest = text
  // From the end, so that earlier positions stay valid.
  for (const { url, indices } of found.reverse())
    rest = rest.slice(0, indices[0]) + bareLink(url) + rest.slice(indices[1])
  return rest
}

const mediaPage = /\/status\/\d+\/(photo|video)\/\d+$/

/** X's text with short links expanded, without the link added for media, and with `&amp;` as `&`. */
export function theirText(text: string, links: readonly LinkEntity[], mediaCount: number): string {
  let rest = text
  for (const { url, expanded_url, media_key } of links) {
    // The text may itself link to an image; X's own link is at the end of posts with media.
    const isAppended = mediaCount > 0 && text.endsWith(url) && mediaPage.test(expanded_url ?? '')
    const isMedia = media_key !== undefined || isAppended
    rest = rest.replace(url, () => (isMedia ? '' : bareLink(expanded_url ?? url)))
  }
  return compared(rest)
}

const entities: Record<string, string> = { 'lt;': '<', 'gt;': '>', 'quot;': '"', '#39;': "'" }

/** Unescapes all levels at once: `&amp;amp;lt;` equals `<`. */
const unescaped = (text: string): string =>
  text.replace(/&(?:amp;)*(lt;|gt;|quot;|#39;)?/g, (_, entity?: string) => entities[entity ?? ''] ?? '&')
