import twitterText from 'twitter-text'
import { sameText } from '../match'
import { type Piece, piecesOf } from './pieces'

export type LinkEntity = { url: string; expanded_url?: string | undefined; media_key?: string | undefined }

/** A link without what X adds or drops on its way: scheme, letter case of the host, a lone slash at the end. */
function bareLink(link: string): string {
  const address = /^https?:\/\//i.test(link) ? link : `http://${link}`
  if (!URL.canParse(address)) return link
  const url = new URL(address)
  return `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`
}

/**
 * What both sides are compared by. X may take for a link what `twitter-text` does not know as one, or the reverse, and
 * nobody says whether the addresses that it gives back are escaped: so neither counts.
 */
const compared = (text: string): string => sameText(unescaped(text).replace(/https?:\/\/\S+/gi, bareLink))

/** Our text as X will give it back once its short links are undone. */
export const ownText = (text: string): string => compared([...piecesOf(text)].map(withBareLinks).join(''))

function withBareLinks({ text, mayHoldLinks }: Piece): string {
  if (!mayHoldLinks) return text
  const found = twitterText.extractUrlsWithIndices(text)
  let rest = text
  // From the end, so that the positions in front stay true.
  for (const { url, indices } of found.reverse())
    rest = rest.slice(0, indices[0]) + bareLink(url) + rest.slice(indices[1])
  return rest
}

const mediaPage = /\/status\/\d+\/(photo|video)\/\d+$/

/** X's text with its short links undone. The one it appends for media is dropped, and `&amp;` becomes `&` again. */
export function theirText(text: string, links: readonly LinkEntity[], mediaCount: number): string {
  let rest = text
  for (const { url, expanded_url, media_key } of links) {
    // The writer may link to somebody's picture as well; X's own link stands at the end of a post that has media.
    const isAppended = mediaCount > 0 && text.endsWith(url) && mediaPage.test(expanded_url ?? '')
    const isMedia = media_key !== undefined || isAppended
    rest = rest.replace(url, () => (isMedia ? '' : bareLink(expanded_url ?? url)))
  }
  return compared(rest)
}

const entities: Record<string, string> = { 'lt;': '<', 'gt;': '>', 'quot;': '"', '#39;': "'" }

/** Undone in one step however often it was escaped: `&amp;amp;lt;` and `<` are one. */
const unescaped = (text: string): string =>
  text.replace(/&(?:amp;)*(lt;|gt;|quot;|#39;)?/g, (_, entity?: string) => entities[entity ?? ''] ?? '&')
