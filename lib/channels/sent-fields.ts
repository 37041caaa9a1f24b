import type { ResolvedPost } from './channel'
import { titleOf as ghostTitle } from './ghost/rules'
import { linkedInTitle } from './linkedin/article'
import { supportsAltText } from './media/alt-text'

/** The title sent to the network, or null. Publishers use the same functions, so previews match. */
export function sentTitle(post: ResolvedPost): string | null {
  switch (post.channel) {
    case 'ghost':
      return ghostTitle(post) || null
    case 'linkedin':
      return linkedInTitle(post)
    default:
      return post.title
  }
}

/** The alt text sent for a media item. */
export function sentAltText({ channel, postType, media }: ResolvedPost, index: number): string | null {
  const item = media[index]
  return item && supportsAltText(channel, { kind: item.kind, index, postType }) ? item.altText || null : null
}
