import type { MediaKind } from '@/lib/media-files/media-facts'
import type { PostType } from '@/lib/story-content'
import type { Account, CallOptions } from '../channel'

/** A post that the network lists. */
export type PastPost = {
  externalId: string
  /** Other ids by which Storycast may know the post, such as that of its video. */
  otherIds: string[]
  url: string | null
  title: string | null
  text: string
  link: string | null
  postType: PostType
  media: { url: string; kind: MediaKind; altText: string | null }[]
  publishedAt: Date
}

/** One page, newest first. `next` is the cursor of the next page; null at the end. */
export type PastPage = { posts: PastPost[]; next: string | null }

export type ChannelHistory = {
  /**
   * Reads one page of the account's own public posts: no replies, reposts or stories. The page may have posts older
   * than `since`.
   *
   * @throws ChannelError
   */
  readPage(account: Account, from: { cursor: string | null; since: Date }, call: CallOptions): Promise<PastPage>
}

type Media = PastPost['media'][number]

/** Media with a URL. Networks leave it out for some, such as videos with protected music. */
export const withUrl = (url: string | null | undefined, kind: MediaKind, altText?: string | null): Media[] =>
  url ? [{ url, kind, altText: altText ?? null }] : []

export const typeByMedia = (media: readonly Media[]): PostType => (media.length > 1 ? 'carousel' : 'single')
