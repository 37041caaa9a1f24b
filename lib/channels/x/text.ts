import twitterText from 'twitter-text'
import { sameText } from '../match'

export type LinkEntity = { url: string; expanded_url?: string | undefined; media_key?: string | undefined }

/** A link without what X adds or drops on its way: scheme, letter case of the host, a lone slash at the end. */
function bareLink(link: string): string {
  const address = /^https?:\/\//i.test(link) ? link : `http://${link}`
  if (!URL.canParse(address)) return link
  const url = new URL(address)
  return `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`
}

/** Our text as X will give it back once its short links are undone. */
export function ownText(text: string): string {
  const found = twitterText.extractUrlsWithIndices(text)
  let rest = text
  // From the end, so that the positions in front stay true.
  for (const { url, indices } of found.reverse())
    rest = rest.slice(0, indices[0]) + bareLink(url) + rest.slice(indices[1])
  return sameText(rest)
}

/** X's text with its short links undone. The one it appends for media is dropped, and `&amp;` becomes `&` again. */
export function theirText(text: string, links: readonly LinkEntity[]): string {
  let rest = text
  for (const { url, expanded_url, media_key } of links) {
    const isMedia = media_key !== undefined || /\/status\/\d+\/(photo|video)\/\d+$/.test(expanded_url ?? '')
    rest = rest.replace(url, () => (isMedia ? '' : bareLink(expanded_url ?? url)))
  }
  return sameText(unescaped(rest))
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" }

const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|#39);/g, (entity) => entities[entity] ?? entity)
