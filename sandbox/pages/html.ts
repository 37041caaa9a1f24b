import { createHash } from 'node:crypto'
import { type Answer, htmlAnswer } from '../http/call'

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

/** The inline style sheet. The CSP allows only its hash. */
export const styles = `
:root{color-scheme:light dark;--paper:#f6f4f0;--card:#fff;--ink:#1d1b18;--quiet:#6b655d;--line:#e4dfd7;--mark:#b4470f;--note:#fff3d6;--note-ink:#5b4300}
@media(prefers-color-scheme:dark){:root{--paper:#151413;--card:#1f1d1b;--ink:#f1eee9;--quiet:#a59d92;--line:#35312d;--mark:#ff9d5c;--note:#3a2f12;--note-ink:#ffe2a1}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:inherit}
a:focus-visible{outline:3px solid var(--mark);outline-offset:2px;border-radius:4px}
.note{background:var(--note);color:var(--note-ink);padding:.6rem 1rem;text-align:center;font-weight:600}
header,main,footer{max-width:84rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;line-height:1.2;margin:.5rem 0 1rem}
nav{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 .75rem}
.chip{display:inline-flex;align-items:center;min-height:2.25rem;padding:.25rem .85rem;border:1px solid var(--line);border-radius:99rem;background:var(--card);text-decoration:none;font-size:.9rem}
.chip[aria-current]{background:var(--ink);color:var(--paper);border-color:var(--ink)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:1rem;align-items:start;list-style:none;margin:0;padding:0}
.cards.one{grid-template-columns:minmax(0,40rem);justify-content:center}
.card{background:var(--card);border:1px solid var(--line);border-top:4px solid var(--network,var(--line));border-radius:.75rem;overflow:hidden}
.post{padding:1rem;min-width:0}
.post+.post{border-top:1px solid var(--line);padding-left:1.75rem;position:relative}
.post+.post::before{content:"";position:absolute;left:.85rem;top:0;bottom:0;width:2px;background:var(--line)}
.post.here{background:color-mix(in srgb,var(--mark) 10%,var(--card));box-shadow:inset 4px 0 0 var(--mark)}
.who{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;margin:0 0 .5rem}
.who b{overflow-wrap:anywhere}
.quiet{color:var(--quiet);font-size:.85rem;overflow-wrap:anywhere}
h2{font-size:1.1rem;line-height:1.3;margin:0 0 .35rem;overflow-wrap:anywhere}
.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 .75rem;max-height:28rem;overflow:auto}
.link{display:block;border:1px solid var(--line);border-radius:.5rem;padding:.5rem .75rem;margin:0 0 .75rem;overflow-wrap:anywhere;font-size:.9rem}
.images{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:4px;margin:0 0 .75rem;border-radius:.5rem;overflow:hidden}
.images.single{grid-template-columns:minmax(0,1fr)}
.images img,.images video{display:block;width:100%;height:100%;max-height:34rem;object-fit:cover;background:var(--line)}
.foot{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;margin:0}
.foot a{padding:.25rem 0}
.comments{border-top:1px solid var(--line);margin-top:.75rem;padding-top:.5rem}
.comments ol,.messages{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
.comments ol ol{margin:.5rem 0 0;padding-left:1rem;border-left:2px solid var(--line)}
.comments>.quiet:first-child,.earlier{margin:0 0 .5rem}
.comment .who,.bubble .who{margin:0}
.comment .text,.bubble .text{margin:0;max-height:none}
.comment.gone .text{color:var(--quiet)}
.comment:target{background:color-mix(in srgb,var(--mark) 10%,var(--card));box-shadow:inset 4px 0 0 var(--mark);padding-left:.75rem}
.badge{font-size:.75rem;padding:0 .5rem;border:1px solid var(--line);border-radius:99rem;color:var(--quiet)}
.earlier{padding:1rem 1rem 0}
.messages{padding:1rem}
.messages li{display:flex;min-width:0}
.bubble{max-width:85%;min-width:0;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.75rem}
.bubble.mine{margin-left:auto;background:var(--note);color:var(--note-ink);border-color:transparent}
.bubble.mine .quiet,.bubble.mine .badge{color:inherit;border-color:currentColor}
.write{margin:.25rem 0 0}
.write summary{padding:.4rem 0;font-size:.9rem}
summary:focus-visible,.field:focus-visible,.send:focus-visible{outline:3px solid var(--mark);outline-offset:2px;border-radius:4px}
.label{display:block;font-size:.85rem;color:var(--quiet);margin:0 0 .6rem}
.field{display:block;width:100%;min-height:2.75rem;font:inherit;font-size:1rem;color:var(--ink);background:var(--paper);border:1px solid var(--quiet);border-radius:.5rem;padding:.5rem .75rem;resize:vertical}
.send{font:inherit;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:.5rem;border:1px solid var(--ink);background:var(--ink);color:var(--paper);cursor:pointer}
.write+.quiet,.ways+.quiet{margin:.75rem 0 0}
.ways{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem}
.empty{text-align:center;color:var(--quiet);padding:4rem 1rem}
footer{color:var(--quiet);font-size:.85rem}
.mails{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
.mail{display:block;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);text-decoration:none}
.mail b,.mail span{display:block;overflow-wrap:anywhere}
.mail-frame{width:100%;height:75vh;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
details{margin:1rem 0}
summary{cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem}
.instagram{--network:#d6336c}.facebook{--network:#1877f2}.x{--network:#888}.linkedin{--network:#0a66c2}.pinterest{--network:#e60023}.ghost{--network:#15a06e}.threads{--network:#7048e8}
`

export const stylesHash = `sha256-${createHash('sha256').update(styles).digest('base64')}`

/** The page has no script and one style sheet, so the content of a post cannot run code. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src '${stylesHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
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
    )}<style>${styles}</style></head><body${bodyClass ? ` class="${bodyClass}"` : ''}><div class="note" role="note">${note}</div>${content.text}</body></html>`
