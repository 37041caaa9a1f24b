import { z } from 'zod'
import type { EventLog } from './event-log'

/** An article of a sample blog. */
export type Article = {
  /** Blogs exist by being named. All start with the same articles. */
  blog: string
  slug: string
  title: string
  text: string
  author: string
  /** A sample, such as `dawn.jpg`. */
  image: string
  published_ms: number
}

export const ArticleRequest = z.strictObject({
  title: z.string().trim().min(1).max(200),
  text: z.string().max(5_000).default(''),
  author: z.string().max(100).default('Mara Lindqvist'),
  image: z
    .string()
    .regex(/^[\w-]+\.jpg$/)
    .default('dawn.jpg'),
})
export type ArticleRequest = z.output<typeof ArticleRequest>

const firstMs = Date.UTC(2026, 0, 5, 8)
const weekMs = 7 * 86_400_000

/** Oldest first, a week apart. */
const samples = [
  [
    'Why we roast on Mondays',
    'Five days of rest bring out the sweetness. Here is our week, from green bean to cup.',
    'harbour.jpg',
  ],
  [
    'A guide to filter coffee at home',
    'Two spoons per cup, water just off the boil, three minutes. The rest is patience.',
    'dawn.jpg',
  ],
  [
    'Meet the farmers of Finca La Soledad',
    'Ana and Luis have grown coffee at 1,900 metres for thirty years. We visited them.',
    'orchard.jpg',
  ],
  ['Our winter blend is here', 'Chocolate, orange peel and a little smoke. Made for long evenings.', 'dune.jpg'],
] as const

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** The articles of the sample blogs. */
export class Articles {
  readonly #added: Article[] = []
  readonly #add: (article: Article) => void

  constructor(log: EventLog) {
    this.#add = log.define<Article>('article', (article) => void this.#added.push(article))
  }

  /** Publishes an article now. */
  publish(blog: string, request: ArticleRequest, nowMs: number): Article {
    const slug = slugOf(request.title)
    const isTaken = this.of(blog).some((article) => article.slug === slug)
    const article = { blog, slug: isTaken ? `${slug}-${nowMs}` : slug, ...request, published_ms: nowMs }
    this.#add(article)
    return article
  }

  /** Newest first. */
  of(blog: string): Article[] {
    const first = samples.map(([title, text, image], i) => ({
      ...{ blog, slug: slugOf(title), title, text, author: 'Mara Lindqvist', image },
      published_ms: firstMs + i * weekMs,
    }))
    return [...first, ...this.#added.filter((article) => article.blog === blog)].reverse()
  }
}
