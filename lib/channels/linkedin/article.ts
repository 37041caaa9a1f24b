import type { ResolvedPost, RuleIssue } from '../channel'
import { characters, limit } from '../rules'
import { networkFacts } from '../settings'

/** Card of a link. The commentary above it has the whole text. */
export type LinkCardText = { title: string; description: string | null }

/** Posts without media show their link as a card. */
export const isArticle = ({ media, link }: ResolvedPost): boolean => media.length === 0 && link !== null

/** Title: the story's title or the caption's first line. Description: the next line. */
function cardTextOf(post: ResolvedPost): LinkCardText {
  const lines = post.caption.split('\n').filter((line) => line.trim() !== '')
  const title = post.title?.trim() || lines.shift()?.trim() || (post.link ?? '')
  return { title, description: lines.find((line) => line.trim() !== title)?.trim() ?? null }
}

/** The card's text as sent. Only text from the caption is shortened. */
export function linkCardText(post: ResolvedPost): LinkCardText {
  const { article_title_max, article_description_max } = networkFacts('linkedin')
  const { title, description } = cardTextOf(post)
  return {
    title: cut(title, article_title_max),
    description: description === null ? null : cut(description, article_description_max),
  }
}

/** Title of the card or video. LinkedIn has none for images and text posts. */
export function linkedInTitle(post: ResolvedPost): string | null {
  if (isArticle(post)) return linkCardText(post).title
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

/** A title written by the user is never shortened. */
export function checkArticleTitle(post: ResolvedPost): RuleIssue[] {
  const max = networkFacts('linkedin').article_title_max
  const count = characters(post.title?.trim() ?? '')
  if (!isArticle(post) || count <= max) return []
  return [
    limit(
      'title',
      `LinkedIn allows ${max} characters in the title of a link, but there are ${count}. Remove ${count - max}.`,
    ),
  ]
}

/** Describes how the card is shortened; null if it is not. */
export function articleCut(post: ResolvedPost): string | null {
  if (!isArticle(post)) return null
  const { article_title_max, article_description_max } = networkFacts('linkedin')
  const { title, description } = cardTextOf(post)
  const cuts = [
    ...(!post.title?.trim() && characters(title) > article_title_max
      ? [`the first ${article_title_max} characters of the first line as its title`]
      : []),
    ...(characters(description ?? '') > article_description_max
      ? [`the first ${article_description_max} characters of the next line as its description`]
      : []),
  ]
  if (cuts.length === 0) return null
  return `LinkedIn shows the link with ${cuts.join(' and ')}. The text above it is not shortened. Add a title, or use a shorter first line.`
}
