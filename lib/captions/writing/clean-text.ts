import twitterText from 'twitter-text'
import { piecesOf } from '@/lib/channels/x/pieces'
import { mentionsLink } from '@/lib/tracking/tokens'
import { type CaptionLimit, fits } from './caption-limit'

/** Models can repeat themselves endlessly. Longer texts take seconds to check. */
const readMax = 10_000

const anyToken = /\{\{[^{}]*\}\}/g
const markdownLink = /\[([^\]\n]{1,200})\]\(([^\s)]+)\)/g
const controls = /[\p{Cc}\u2028\u2029]/gu

export type LinkRules = {
  /** The text of the person. Its links may stay. */
  input: string
  /** Target of `{{link}}`. With it, or if the input has `{{link}}`, the text has it once. */
  destination: string | null
}

/** Removes what a model must not add: links that are not in the input, variables, and control characters. */
export function cleanCaption(text: string, { input, destination }: LinkRules): string {
  const plain = text
    .slice(0, readMax)
    .replace(markdownLink, '$1 $2')
    .replace(controls, (character) => (character === '\n' || character === '\t' ? character : ''))
  const linked = withoutForeignLinks(destination ? plain.replaceAll(destination, '{{link}}') : plain, linksIn(input))
  const keepsLink = destination !== null || mentionsLink(input)
  const tidied = tidy(keepOneLink(linked, keepsLink))
  return keepsLink && !tidied.includes('{{link}}') ? `${tidied}\n\n{{link}}`.trim() : tidied
}

function keepOneLink(text: string, keepsLink: boolean): string {
  let seen = false
  return text.replace(anyToken, (token) => {
    if (!keepsLink || seen || !mentionsLink(token)) return ''
    seen = true
    return '{{link}}'
  })
}

/** Links as networks find them, also without a protocol, in lower case without a final slash. */
const linksIn = (text: string): ReadonlySet<string> =>
  new Set(findLinks(text.slice(0, readMax)).map(({ url }) => linkKey(url)))

type FoundLink = { url: string; from: number; to: number }

/** Searches piece by piece: `twitter-text` takes seconds for a long word with many dots. */
function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = []
  let start = 0
  for (const piece of piecesOf(text)) {
    if (piece.mayHoldLinks) {
      for (const { url, indices } of twitterText.extractUrlsWithIndices(piece.text, linkOptions))
        found.push({ url, from: start + indices[0], to: start + indices[1] })
    }
    start += piece.text.length
  }
  return found
}

const linkOptions = { extractUrlsWithoutProtocol: true }

const linkKey = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '')

/** What twitter-text does not count as a link: other protocols, IP addresses, unknown top-level domains. */
const otherLink = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+|\bwww\.\S+/gi

function withoutForeignLinks(text: string, allowed: ReadonlySet<string>): string {
  let kept = ''
  let end = 0
  for (const { url, from, to } of findLinks(text)) {
    kept += text.slice(end, from) + (allowed.has(linkKey(url)) ? url : '')
    end = to
  }
  return (kept + text.slice(end)).replace(otherLink, (url) => (isAllowed(url, allowed) ? url : ''))
}

const isAllowed = (url: string, allowed: ReadonlySet<string>): boolean =>
  [...allowed].some((one) => linkKey(url).replace(/[.,;:!?)\]]+$/, '') === one)

/** Removes the gaps that removed words leave. */
const tidy = (text: string): string =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\(\s*\)/g, '')
    .replace(/ +([.,;:!?])/g, '$1')
    .trim()

const sentenceEnd = /[.!?…。！？]+["'”’)]*(?=\s|$)|\n+|[。！？]/gu

/**
 * A text within the limit: whole, or without its last sentences. `{{link}}` stays.
 *
 * @returns null if not even the first sentence fits
 */
export function fitCaption(text: string, limit: CaptionLimit): string | null {
  if (fits(text, limit)) return text
  const link = text.includes('{{link}}') ? '{{link}}' : ''
  const words = tidy(text.replace('{{link}}', ''))
  const ends = [...words.matchAll(sentenceEnd)].map(({ index, 0: end }) => index + end.length)
  for (const end of ends.reverse()) {
    const shorter = words.slice(0, end).trim()
    const candidate = link ? `${shorter} ${link}` : shorter
    if (shorter !== '' && fits(candidate, limit)) return candidate
  }
  return null
}

const hashtagPattern = /^#?([\p{L}\p{M}\p{N}_]{1,100})$/u

/** Hashtags with their `#`, each once. Others are left out. */
export function cleanHashtags(tags: readonly string[], max: number): string[] {
  const found = new Map<string, string>()
  for (const tag of tags.flatMap((text) => text.split(/[\s,]+/))) {
    const word = hashtagPattern.exec(tag)?.[1]
    if (word && /[\p{L}_]/u.test(word) && !found.has(word.toLowerCase())) found.set(word.toLowerCase(), `#${word}`)
  }
  return [...found.values()].slice(0, max)
}
