import { escapeText } from '../pages/html'
import type { Article } from '../state/articles'

/** Where a blog is, and the samples that it shows. */
export type Place = { url: string; samplesUrl: string; title: string }

const linkOf = (place: Place, { slug }: Article): string => `${place.url}/${slug}`
const imageOf = ({ samplesUrl }: Place, { image }: Article): string => `${samplesUrl}/${image}`
const isoOf = ({ published_ms }: Article): string => new Date(published_ms).toISOString()

export function rssOf(place: Place, articles: readonly Article[]): string {
  const items = articles.map(
    (article) => `<item>
<title>${escapeText(article.title)}</title>
<link>${escapeText(linkOf(place, article))}</link>
<guid isPermaLink="false">${escapeText(`${article.blog}/${article.slug}`)}</guid>
<pubDate>${new Date(article.published_ms).toUTCString()}</pubDate>
<dc:creator>${escapeText(article.author)}</dc:creator>
<description>${escapeText(`<p>${escapeText(article.text)}</p>`)}</description>
<enclosure url="${escapeText(imageOf(place, article))}" type="image/jpeg" length="0"/>
</item>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${escapeText(place.title)}</title>
<link>${escapeText(place.url)}</link>
<description>Sample articles of the sandbox</description>
${items.join('\n')}
</channel></rss>
`
}

export const jsonOf = (place: Place, articles: readonly Article[]) => ({
  data: {
    posts: articles.map((article) => ({
      id: article.slug,
      title: article.title,
      url: linkOf(place, article),
      summary: article.text,
      published_at: isoOf(article),
      author: { name: article.author },
      image: imageOf(place, article),
    })),
  },
})

/** New rows are at the end, as in a spreadsheet. */
export function csvOf(place: Place, articles: readonly Article[]): string {
  const rows = articles
    .toReversed()
    .map((article) => [article.slug, article.title, linkOf(place, article), article.text, isoOf(article)])
  return [['ID', 'Title', 'Link', 'Text', 'Date'], ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
}
