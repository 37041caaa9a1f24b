import type { ResolvedPost, RuleIssue } from '../channel'
import { characters, limit } from '../rules'
import { networkFacts } from '../settings'

/** What LinkedIn shows of a link. The commentary above it holds the whole text. */
export type ArticleWords = { title: string; description: string | null }

/** A post without media shows its link as a card. */
export const isArticle = ({ media, link }: ResolvedPost): boolean => media.length === 0 && link !== null

/** Title: the story's, or the first line of the caption; description: the line that follows. */
function wordsOf(post: ResolvedPost): ArticleWords {
  const lines = post.caption.split('\n').filter((line) => line.trim() !== '')
  const title = post.title?.trim() || lines.shift()?.trim() || (post.link ?? '')
  return { title, description: lines.find((line) => line.trim() !== title)?.trim() ?? null }
}

/** The words of the card as they are sent. Only what was taken from the caption is ever shortened. */
export function articleWords(post: ResolvedPost): ArticleWords {
  const { article_title_max, article_description_max } = networkFacts('linkedin')
  const { title, description } = wordsOf(post)
  return {
    title: cut(title, article_title_max),
    description: description === null ? null : cut(description, article_description_max),
  }
}

/** The title of the card or of the video; LinkedIn takes none for pictures and for text alone. */
export function linkedInTitle(post: ResolvedPost): string | null {
  if (isArticle(post)) return articleWords(post).title
  const [only, ...others] = post.media
  return only?.kind === 'video' && others.length === 0 ? post.title : null
}

const cut = (text: string, max: number): string =>
  characters(text) <= max
    ? text
    : `${[...text]
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`

/** A title that somebody wrote is never cut for them. */
export function checkArticleTitle(post: ResolvedPost): RuleIssue[] {
  const max = networkFacts('linkedin').article_title_max
  const count = characters(post.title?.trim() ?? '')
  if (!isArticle(post) || count <= max) return []
  return [
    limit(
      'title',
      `LinkedIn allows ${max} characters in the title of a link, and there are ${count}. Take out ${count - max}.`,
    ),
  ]
}

/** What the card shows only the beginning of, in a sentence; null when it shows all. */
export function articleCut(post: ResolvedPost): string | null {
  if (!isArticle(post)) return null
  const { article_title_max, article_description_max } = networkFacts('linkedin')
  const { title, description } = wordsOf(post)
  const cuts = [
    ...(!post.title?.trim() && characters(title) > article_title_max
      ? [`the first ${article_title_max} characters of the first line as its title`]
      : []),
    ...(characters(description ?? '') > article_description_max
      ? [`the first ${article_description_max} characters of the next line as its description`]
      : []),
  ]
  if (cuts.length === 0) return null
  return `LinkedIn shows the link with ${cuts.join(' and ')}. The text above it keeps everything. Give the story a title, or begin with a shorter line.`
}
