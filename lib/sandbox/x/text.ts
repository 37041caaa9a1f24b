import { fingerprint } from '../ids'
import type { LedgerPost } from '../ledger'
import { urlsIn } from './rules'

export type UrlEntity = {
  start: number
  end: number
  url: string
  expanded_url: string
  display_url: string
  /** Only on the link that stands for the pictures. */
  media_key?: string
}

/**
 * The text as X gives it back, which is not the text that was sent: every link is a t.co link, pictures add one at the
 * end, and `&`, `<` and `>` are HTML entities. Who compares texts must undo all three.
 */
export function wireText(post: LedgerPost, permalink: string): { text: string; urls: UrlEntity[] } {
  const urls: UrlEntity[] = []
  let text = ''
  let rest = 0
  const addLink = (url: string, expanded: string, display: string, mediaKey?: unknown) => {
    // Positions count code points of this very text, not of the one that was sent.
    const start = [...text].length
    text += url
    urls.push({
      start,
      end: start + [...url].length,
      url,
      expanded_url: expanded,
      display_url: display,
      ...(typeof mediaKey === 'string' && { media_key: mediaKey }),
    })
  }
  for (const { url, indices } of urlsIn(post.text)) {
    text += escapeHtml(post.text.slice(rest, indices[0]))
    const expanded = /^https?:/i.test(url) ? url : `http://${url}`
    addLink(shortLink(expanded), expanded, shorten(expanded.replace(/^https?:\/\/(www\.)?/i, '')))
    rest = indices[1]
  }
  text += escapeHtml(post.text.slice(rest))
  if (post.media.length > 0) {
    if (text !== '') text += ' '
    const code = fingerprint(`media ${post.id}`, 10)
    const [firstKey] = Array.isArray(post.detail.media_keys) ? post.detail.media_keys : []
    addLink(`https://t.co/${code}`, `${permalink}/photo/1`, `pic.x.com/${code}`, firstKey)
  }
  return { text, urls }
}

const shortLink = (words: string): string => `https://t.co/${fingerprint(words, 10)}`

const shorten = (address: string): string => (address.length > 27 ? `${address.slice(0, 26)}…` : address)

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
