import type { ChannelId } from '@/lib/channel-ids'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { firstUrl } from './text-parts'

type Post = Pick<PreviewChannel, 'text' | 'thread' | 'media' | 'link'>

/** Networks that make a card of a URL in the text. LinkedIn makes one of its link field only. */
const readsText: readonly ChannelId[] = ['facebook', 'x', 'threads']
const hasCards: readonly ChannelId[] = [...readsText, 'linkedin']

/** The URL of the card below each part of a post; one part if it is not a thread. Media replace the first card. */
export function cardLinks(channel: ChannelId, { text, thread, media, link }: Post): (string | null)[] {
  return (thread ?? [text]).map((part, index) => {
    if (!hasCards.includes(channel) || (index === 0 && media.length > 0)) return null
    const ownLink = index === 0 ? link : null
    return ownLink ?? (readsText.includes(channel) ? firstUrl(part) : null)
  })
}
