import { withCommentAsk } from '@/lib/posts/comment-ask'
import type { ChannelOverrides } from '@/lib/story-content'
import type { Captions } from './rules'

export type LintedContent = {
  caption: string
  channel_overrides: ChannelOverrides
  comment_ask: string | null
  comment_ask_mode: 'append' | 'metadata'
}

/**
 * The linted texts of a story: the caption with its comment prompt, and the captions and first comments of channel
 * overrides.
 */
export function captionsOf({ caption, channel_overrides, ...ask }: LintedContent): Captions {
  const own = Object.entries(channel_overrides).flatMap(([channel, override]) => [
    // Pinterest posts the description as its caption.
    [channel, override.description ?? override.caption],
    [`${channel}.first_comment`, override.first_comment],
  ])
  return { default: withCommentAsk(caption, ask), ...Object.fromEntries(own) }
}
