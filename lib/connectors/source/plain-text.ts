import { Parser } from 'htmlparser2'
import { parseUrl } from '@/lib/parse-url'
import { fieldTextMax } from '../limits'

/** Markup beyond this is not read. */
const markupMax = 50_000
const blocks = new Set(
  'p div br li ul ol h1 h2 h3 h4 h5 h6 blockquote tr table section article header footer pre hr'.split(' '),
)
const hidden = new Set(['script', 'style', 'template', 'noscript', 'title', 'iframe', 'svg'])

/** Cleans text of a third party for storage: no control characters, no broken surrogates, limited length. */
export function cleanText(text: string, max = fieldTextMax): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  const shown = text.slice(0, max * 2).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
  // Lone surrogates, which PostgreSQL refuses. Cutting may leave one.
  return shown
    .trim()
    .slice(0, max)
    .replace(/\p{Surrogate}/gu, '')
}

export const singleLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')

/** The text and the first image of HTML. */
export function readHtml(html: string): { text: string; image: string | null } {
  let text = ''
  let image: string | null = null
  let hiddenDepth = 0
  const parser = new Parser(
    {
      onopentag(name, { src }) {
        if (hidden.has(name)) hiddenDepth += 1
        else if (blocks.has(name)) text += '\n'
        else if (name === 'img' && image === null && src && !src.startsWith('data:')) image = src
      },
      onclosetag(name) {
        if (hidden.has(name)) hiddenDepth -= 1
        else if (blocks.has(name)) text += '\n'
      },
      ontext(part) {
        if (hiddenDepth === 0) text += part
      },
    },
    { decodeEntities: true },
  )
  parser.end(html.slice(0, markupMax))
  const lines = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
  return { text: cleanText(lines), image }
}

/** Text that may contain markup. Titles are often escaped once too much, so `&amp;lt;` is decoded too. */
export function plainText(text: string): string {
  if (!/[<&]/.test(text)) return cleanText(text)
  const { text: once } = readHtml(text)
  return /&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,6});/i.test(once) ? readHtml(once).text : once
}

/** An http or https URL, resolved. Undefined for anything else. */
export function webUrl(address: string | null | undefined, base: string): string | undefined {
  const given = address?.trim()
  const url = given ? parseUrl(given, base) : null
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2_048 ? url.href : undefined
}
