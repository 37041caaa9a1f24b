import type { PostMedia, ResolvedPost } from './channel'
import { titleOf as ghostTitle } from './ghost/rules'
import type { ChannelId } from './ids'
import { linkedInTitle } from './linkedin/article'

/**
 * The title that the network gets; null where it gets none. The publishers call the same functions, so a preview shows
 * what is sent.
 */
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

type Place = { kind: PostMedia['kind']; index: number; postType: ResolvedPost['postType'] }

/** Which media of a post the network takes an alt text of. */
const takesAltText: Record<ChannelId, (place: Place) => boolean> = {
  instagram: ({ kind, postType }) => kind !== 'video' && postType !== 'story',
  facebook: ({ kind }) => kind !== 'video',
  x: ({ kind }) => kind !== 'video',
  linkedin: () => true,
  // A pin has one alt text.
  pinterest: ({ index }) => index === 0,
  ghost: ({ kind }) => kind !== 'video',
  threads: () => true,
}

/** The alt text of a medium that the network gets. */
export function sentAltText({ channel, postType, media }: ResolvedPost, index: number): string | null {
  const item = media[index]
  return item && takesAltText[channel]({ kind: item.kind, index, postType }) ? item.altText || null : null
}
