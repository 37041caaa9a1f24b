import type { ResolvedPost } from '@/lib/channels/channel'
import { tokensIn } from './tokens'

type Texts = Pick<ResolvedPost, 'text' | 'thread' | 'firstComment'>

const unfilledTokens = ({ text, thread, firstComment }: Texts) => [
  ...tokensIn((thread ?? [text]).join('\n')).map((token) => ({ ...token, field: 'caption' })),
  ...tokensIn(firstComment ?? '').map((token) => ({ ...token, field: 'first_comment' })),
]

/** `{{link}}` in a post without a link. It would be published as written. */
export const linkIssues = (post: Texts) =>
  unfilledTokens(post)
    .filter(({ isLink }) => isLink)
    .map(({ written, field }) => ({
      field,
      code: 'link_missing' as const,
      message: `${written} is the tracked link, but this story has no link. Add a link (destination_url), or remove ${written}.`,
    }))

/** Other words in double braces are text, so they are posted as written. */
export const unknownVariables = (post: Texts) =>
  unfilledTokens(post)
    .filter(({ isLink }) => !isLink)
    .map(({ written, field }) => ({
      field,
      code: 'unknown_variable' as const,
      message: `${written} is not a variable, so it is posted as written. The only variable is {{link}}.`,
    }))
