import type { ResolvedPost } from '@/lib/channels/channel'
import { tokensIn } from './tokens'

export const linkMissing = 'link_missing'

/** Double braces that nothing was put in place of would be public as they stand. */
export const tokenIssues = ({ text, thread }: Pick<ResolvedPost, 'text' | 'thread'>) =>
  tokensIn((thread ?? [text]).join('\n')).map(({ written, isLink }) => ({
    field: 'caption',
    code: isLink ? linkMissing : 'unknown_token',
    message: isLink
      ? `${written} stands for the tracked link, and this story leads nowhere. Give the story a link (destination_url), or take it out.`
      : `There is no ${written}: {{link}} is all that is filled in here. Correct it, or take the braces away.`,
  }))
