import { createHash } from 'node:crypto'
import { type Answer, htmlAnswer } from '../http/call'
import { styles } from './styles'

/** Escaped markup. Only `html` creates it from text. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | Html[] | string | number | null | undefined | false

/** A template tag that escapes all values except `Html`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let text = parts[0] ?? ''
  for (const [i, value] of values.entries()) text += render(value) + (parts[i + 1] ?? '')
  return new Html(text)
}

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return escapeText(String(value))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

const stylesHash = `sha256-${createHash('sha256').update(styles).digest('base64')}`

/** The page has no script and one style sheet, so the content of a post cannot run code. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src '${stylesHash}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

export const pageAnswer = (status: number, title: string, content: Html, headers = pageHeaders): Answer =>
  htmlAnswer(
    status,
    htmlDocument({ title, content, styles, note: 'Sandbox: nothing here is published to a real network.' }),
    headers,
  )

/** A time on the clock of this machine, which is usually the visitor's own. */
export function timeOf(ms: number): Html {
  const at = new Date(ms)
  return html`<time datetime="${at.toISOString()}">${timeFormat.format(at)}</time>`
}

const timeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

const brand =
  '<div class="brand"><svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="var(--fill)"/><circle cx="10.5" cy="21.5" r="2.6" fill="#fff"/><path d="M10 14.5a7.5 7.5 0 0 1 7.5 7.5M10 8.5a13.5 13.5 0 0 1 13.5 13.5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>Storycast sandbox</div>'

type Document = {
  title: string
  content: Html
  styles: string
  note: string
  bodyClass?: string
  /** The RSS feed of the page. */
  feed?: string
  /** For link cards. */
  openGraph?: { title: string; description: string; image: string; site_name: string }
}

export const htmlDocument = ({ title, content, styles, note, bodyClass, feed, openGraph }: Document): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeText(title)}</title>${feed ? `<link rel="alternate" type="application/rss+xml" href="${escapeText(feed)}">` : ''}${Object.entries(
    openGraph ?? {},
  )
    .map(([name, value]) => `<meta property="og:${name}" content="${escapeText(value)}">`)
    .join(
      '',
    )}<style>${styles}</style></head><body${bodyClass ? ` class="${bodyClass}"` : ''}><div class="note" role="note">${note}</div>${brand}${content.text}</body></html>`
