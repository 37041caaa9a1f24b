import { yielding } from '@/lib/event-loop'
import { itemsParsed, longestIntervalSeconds } from '../limits'
import { parseDate } from './dates'
import { type ParsedFeed, parseFeedText } from './parse-feed'
import { cleanText, plainText, readHtml, singleLine, webUrl } from './plain-text'
import type { Content, Entry } from './source'

/** What all formats have in common. `html` is the longest text. */
type RawEntry = {
  id: string | undefined
  title: string | undefined
  link: string | undefined
  summary: string | undefined
  html: string | undefined
  date: string | undefined
  author: string | undefined
  image: string | undefined
  categories: (string | undefined)[]
}

type Feed<Format extends ParsedFeed['format']> = Extract<ParsedFeed, { format: Format }>['feed']
type RssItem = NonNullable<Feed<'rss'>['items']>[number]
type RdfItem = NonNullable<Feed<'rdf'>['items']>[number]
type AtomEntry = NonNullable<Feed<'atom'>['entries']>[number]
type JsonItem = NonNullable<Feed<'json'>['items']>[number]

/** Reads RSS, Atom, RDF and JSON Feed. @throws SourceError */
export async function readFeed(text: string, url: string, now: Date): Promise<Content> {
  const parsed = await parseFeedText(text)
  const raw = rawEntriesOf(parsed)
  const { feed } = parsed
  const title = typeof feed.title === 'string' ? feed.title : feed.title?.value
  const rest = yielding()
  const entries: Entry[] = []
  for (const one of raw) {
    entries.push(entryOf(one, url, now))
    await rest()
  }
  return {
    kind: parsed.format === 'json' ? 'json' : 'rss',
    name: title ? singleLine(plainText(title)) || null : null,
    path: null,
    entries,
    total: raw.length < itemsParsed ? raw.length : Math.max(raw.length, countItems(text)),
    order: 'newest first',
    intervalSeconds: intervalOf(parsed),
  }
}

const countItems = (text: string): number => text.match(/<(?:\w+:)?(?:item|entry)[\s>]/gi)?.length ?? 0

function rawEntriesOf(parsed: ParsedFeed): RawEntry[] {
  if (parsed.format === 'rss') return (parsed.feed.items ?? []).map(ofRss)
  if (parsed.format === 'rdf') return (parsed.feed.items ?? []).map(ofRdf)
  if (parsed.format === 'atom') return (parsed.feed.entries ?? []).map(ofAtom)
  return (parsed.feed.items ?? []).map(ofJson)
}

const ofRss = (item: RssItem): RawEntry => ({
  id: item.guid?.value,
  title: item.title ?? item.itunes?.title,
  link: item.link ?? permalinkOf(item),
  summary: item.description,
  html: item.content?.encoded ?? item.description,
  date: firstText(item.pubDate, item.dc?.dates?.[0], item.atom?.published, item.atom?.updated),
  author: item.dc?.creators?.[0] ?? item.authors?.[0]?.name ?? item.itunes?.author,
  image: mediaImage(item) ?? imageIn(item.enclosures) ?? item.itunes?.image,
  categories: (item.categories ?? []).map(({ name }) => name),
})

/** RSS 2.0, “guid”: a permalink unless it says otherwise. Many are not addresses. */
const permalinkOf = ({ guid }: RssItem): string | undefined =>
  guid?.isPermaLink !== false && /^https?:\/\//i.test(guid?.value ?? '') ? guid?.value : undefined

const ofRdf = (item: RdfItem): RawEntry => ({
  id: item.rdf?.about,
  title: item.title,
  link: item.link,
  summary: item.description,
  html: item.content?.encoded ?? item.description,
  date: firstText(item.dc?.dates?.[0]),
  author: item.dc?.creators?.[0],
  image: mediaImage(item),
  categories: item.dc?.subjects ?? [],
})

const ofAtom = (entry: AtomEntry): RawEntry => ({
  id: entry.id,
  title: entry.title?.value,
  link: (entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? entry.links?.[0])?.href,
  summary: entry.summary?.value ?? entry.media?.groups?.[0]?.description?.value ?? entry.content?.value,
  html: entry.content?.value ?? entry.summary?.value,
  date: firstText(entry.published, entry.updated),
  author: entry.authors?.[0]?.name,
  image: mediaImage(entry) ?? imageIn(entry.links?.filter(({ rel }) => rel === 'enclosure').map(asEnclosure)),
  categories: (entry.categories ?? []).map(({ label, term }) => label ?? term),
})

const ofJson = (item: JsonItem): RawEntry => ({
  id: item.id,
  title: item.title,
  link: item.url ?? item.external_url,
  summary: item.summary ?? item.content_text ?? item.content_html,
  html: item.content_html ?? item.content_text,
  date: firstText(item.date_published, item.date_modified),
  author: item.authors?.[0]?.name,
  image:
    item.image ??
    item.banner_image ??
    imageIn((item.attachments ?? []).map(({ url, mime_type }) => ({ url, type: mime_type }))),
  categories: item.tags ?? [],
})

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string')

const asEnclosure = ({ href, type }: { href?: string; type?: string }) => ({ url: href, type })

type Enclosure = { url?: string | undefined; type?: string | undefined }

const imageIn = (enclosures: Enclosure[] = []): string | undefined =>
  enclosures.find(({ type = '' }) => type.startsWith('image/'))?.url

/** Media RSS: the full image, else its preview. */
function mediaImage({ media }: Pick<RssItem, 'media'>): string | undefined {
  const group = media?.groups?.[0]
  const contents = [...(media?.contents ?? []), ...(group?.contents ?? [])]
  const isImage = ({ medium, type, url = '' }: (typeof contents)[number]): boolean =>
    medium === 'image' || (type ?? '').startsWith('image/') || /\.(jpe?g|png|gif|webp)(\?|$)/i.test(url)
  return contents.find(isImage)?.url ?? media?.thumbnails?.[0]?.url ?? group?.thumbnails?.[0]?.url
}

function entryOf(raw: RawEntry, base: string, now: Date): Entry {
  const { text: content, image } = readHtml(raw.html ?? '')
  const publishedAt = raw.date ? parseDate(raw.date, now) : null
  const fields = {
    title: singleLine(plainText(raw.title ?? '')),
    link: webUrl(raw.link, base),
    description: raw.summary === raw.html ? content : plainText(raw.summary ?? ''),
    content,
    date: publishedAt?.toISOString() ?? cleanText(raw.date ?? ''),
    image: webUrl(raw.image ?? image, raw.link ? (webUrl(raw.link, base) ?? base) : base),
    author: singleLine(plainText(raw.author ?? '')),
    categories: singleLine(raw.categories.flatMap((name) => (name ? [plainText(name)] : [])).join(', ')),
  }
  return { id: raw.id ? cleanText(raw.id) || undefined : undefined, fields: withoutEmpty(fields), publishedAt }
}

const withoutEmpty = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1])))

const periodSeconds: Record<string, number> = { hourly: 3_600, daily: 86_400, weekly: 604_800 }

/** RSS `ttl` (minutes) and the syndication module. */
function intervalOf(parsed: ParsedFeed): number | null {
  const ttl = parsed.format === 'rss' && parsed.feed.ttl ? parsed.feed.ttl * 60 : 0
  const sy = parsed.format === 'json' ? undefined : parsed.feed.sy
  const period = periodSeconds[sy?.updatePeriod?.trim().toLowerCase() ?? ''] ?? 0
  const seconds = Math.max(ttl, period / Math.max(1, sy?.updateFrequency ?? 1))
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.round(seconds), longestIntervalSeconds) : null
}
