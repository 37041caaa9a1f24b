import { createHash } from 'node:crypto'
import { type Answer, type Call, emptyAnswer, htmlAnswer } from '../http/call'
import { type Html, html, htmlDocument, pageHeaders } from '../pages/html'
import { styles } from '../pages/styles'
import type { Article } from '../state/articles'
import type { Sandbox } from '../state/sandbox'
import { csvOf, jsonOf, type Place, rssOf } from './documents'

const blogPattern = /^[a-z0-9-]{1,64}$/
const titles: Record<string, string> = { northwind: 'Northwind Coffee' }

/**
 * Sample blogs for connectors: `/sources/:blog` is a web page that names its feed. Below it are `feed.xml`,
 * `posts.json`, `posts.csv` and the articles.
 */
export function makeSources(sandbox: Sandbox): (call: Call) => Promise<Answer> {
  return async (call) => {
    if (call.method !== 'GET' && call.method !== 'HEAD') return emptyAnswer(405, { allow: 'GET, HEAD' })
    const [, blog = '', file = ''] = call.path.split('/')
    if (!blogPattern.test(blog))
      return page(404, 'Blog not found', html`<main class="empty"><h1>Blog not found</h1></main>`)
    const articles = sandbox.articles.of(blog)
    const place = {
      url: `${sandbox.origin}/sources/${blog}`,
      samplesUrl: `${sandbox.origin}/samples`,
      title: titles[blog] ?? `Blog ${blog}`,
    }
    if (file === '') return page(200, place.title, listPage(place, articles), { feed: `${place.url}/feed.xml` })
    if (file === 'feed.xml') return cacheable(call, 'application/rss+xml; charset=utf-8', rssOf(place, articles))
    if (file === 'posts.json') return cacheable(call, 'application/json', JSON.stringify(jsonOf(place, articles)))
    if (file === 'posts.csv') return cacheable(call, 'text/csv; charset=utf-8', csvOf(place, articles))
    const article = articles.find(({ slug }) => slug === decoded(file))
    if (!article) return page(404, 'Article not found', html`<main class="empty"><h1>Article not found</h1></main>`)
    const openGraph = {
      ...{ title: article.title, description: article.text, site_name: place.title },
      image: `${place.samplesUrl}/${article.image}`,
    }
    return page(200, article.title, articlePage(place, article), { openGraph })
  }
}

/** Answers 304 when the client has it already. */
function cacheable({ headers }: Call, type: string, body: string): Answer {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
  if (headers['if-none-match'] === etag) return emptyAnswer(304, { etag })
  return { status: 200, headers: { 'content-type': type, etag }, body }
}

type Head = Pick<Parameters<typeof htmlDocument>[0], 'feed' | 'openGraph'>

function page(status: number, title: string, content: Html, head: Head = {}): Answer {
  const note = 'Sandbox: a sample blog for connectors.'
  return htmlAnswer(status, htmlDocument({ title, content, styles, note, ...head }), pageHeaders)
}

const dateOf = ({ published_ms }: Article): string => new Date(published_ms).toISOString().slice(0, 10)

function listPage(place: Place, articles: Article[]): Html {
  const items = articles.map(
    (article) =>
      html`<li><a class="mail" href="${place.url}/${article.slug}"><b>${article.title}</b><span class="quiet">${dateOf(article)}</span></a></li>`,
  )
  return html`<header><h1>${place.title}</h1></header><main><ol class="mails">${items}</ol></main>`
}

function articlePage(place: Place, article: Article): Html {
  return html`<header><nav aria-label="Blog"><a class="chip" href="${place.url}">${place.title}</a></nav></header>
<main><div class="cards one"><article class="card"><div class="post"><h2>${article.title}</h2><p class="quiet">${article.author} · ${dateOf(article)}</p>
<div class="images single"><img src="${place.samplesUrl}/${article.image}" alt=""></div><p class="text">${article.text}</p></div></article></div></main>`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
