import { Parser } from 'htmlparser2'
import { parseUrl } from '@/lib/parse-url'
import type { Page } from './fetch-page'

export type PageTags = {
  title: string | null
  description: string | null
  siteName: string | null
  imageUrl: string | null
}

const titleMax = 300
const descriptionMax = 500
const urlMax = 2_048

/** In order of preference (https://ogp.me, X's cards, plain HTML). */
const names = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  siteName: ['og:site_name', 'application-name'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
}
const wanted = new Set(Object.values(names).flat())

/** The tags that describe a page to networks. Some pages have them in the body. */
export function readTags({ url, html }: Page): PageTags {
  const found = new Map<string, string>()
  let title = ''
  let isTitle = false
  const parser = new Parser(
    {
      onopentag(tag, { property, name, content }) {
        isTitle = tag === 'title' && title === ''
        const key = (property ?? name ?? '').trim().toLowerCase()
        if (tag === 'meta' && content && wanted.has(key) && !found.has(key)) found.set(key, content)
      },
      ontext(text) {
        if (isTitle && title.length < titleMax * 2) title += text
      },
      onclosetag() {
        isTitle = false
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  const first = (keys: readonly string[], max: number): string | null =>
    keys.map((key) => singleLine(found.get(key) ?? '', max)).find((text) => text !== '') ?? null
  return {
    title: first(names.title, titleMax) ?? (singleLine(title, titleMax) || null),
    description: first(names.description, descriptionMax),
    siteName: first(names.siteName, titleMax),
    imageUrl: names.image.map((key) => webUrl(found.get(key), url)).find((image) => image !== null) ?? null,
  }
}

/** Without control characters and broken surrogates, which PostgreSQL refuses. */
const singleLine = (text: string, max: number): string =>
  text
    .slice(0, max * 2)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .replace(/\p{Surrogate}/gu, '')

function webUrl(address: string | undefined, base: URL): string | null {
  const given = address?.trim()
  const url = given ? parseUrl(given, base) : null
  return url && /^https?:$/.test(url.protocol) && url.href.length <= urlMax ? url.href : null
}
