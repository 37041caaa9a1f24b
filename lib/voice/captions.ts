import { withCommentAsk } from '@/lib/posts/comment-ask'
import type { ChannelOverrides } from '@/lib/story-content'
import type { Captions } from './rules'

export type LintedContent = {
  caption: string
  channel_overrides: ChannelOverrides
  comment_ask: string | null
  comment_ask_mode: 'append' | 'metadata'
}

/** The linted texts of a story: the caption with its comment prompt, and those of channel overrides. */
export function captionsOf({ caption, channel_overrides, ...ask }: LintedContent): Captions {
  const own = Object.entries(channel_overrides).map(([channel, override]) => [
    channel,
    // Pinterest posts the description as its caption.
    override.description ?? override.caption,
  ])
  return { default: withCommentAsk(caption, ask), ...Object.fromEntries(own) }
}
