import { fingerprint } from '../ids'
import type { LedgerPost } from '../ledger'
import { urlsIn } from './rules'

export type UrlEntity = { start: number; end: number; url: string; expanded_url: string; display_url: string }

/**
 * The text as X gives it back, which is not the text that was sent: every link is a t.co link, pictures add one at the
 * end, and `&`, `<` and `>` are HTML entities. Who compares texts must undo all three.
 */
export function wireText(post: LedgerPost, permalink: string): { text: string; urls: UrlEntity[] } {
  const urls: UrlEntity[] = []
  let text = ''
  let rest = 0
  const addLink = (url: string, expanded: string, display: string) => {
    const start = [...text].length
    text += url
    urls.push({ start, end: start + [...url].length, url, expanded_url: expanded, display_url: display })
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
    addLink(shortLink(`media ${post.id}`), `${permalink}/photo/1`, `pic.x.com/${fingerprint(`media ${post.id}`, 10)}`)
  }
  return { text, urls }
}

const shortLink = (words: string): string => `https://t.co/${fingerprint(words, 10)}`

const shorten = (address: string): string => (address.length > 27 ? `${address.slice(0, 26)}…` : address)

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
