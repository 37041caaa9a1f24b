import type { ChannelId } from '@/lib/channel-ids'
import type { PostMedia, ResolvedPost } from '@/lib/channels/channel'

/** A post with only a caption. Tests change what they need. */
export function aPost(channel: ChannelId, changes: Partial<ResolvedPost> = {}): ResolvedPost {
  const text = changes.text ?? 'Fresh bread from seven in the morning.'
  return {
    channel,
    postType: 'single',
    text,
    caption: text,
    hashtags: [],
    thread: null,
    media: [],
    title: null,
    link: null,
    boardId: null,
    boardSectionId: null,
    coverImageUrl: null,
    pinToGrid: null,
    ...changes,
  }
}

export const anImage = (url: string, altText: string | null = null): PostMedia => ({ url, kind: 'image', altText })
