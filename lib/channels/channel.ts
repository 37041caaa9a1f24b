import type { ChannelId } from '@/lib/channel-ids'
import type { Json } from '@/lib/json'
import type { MediaKind } from '@/lib/media-files/media-facts'
import type { PostType } from '@/lib/story-content'

/** One image or video of a post. `url` is absolute http(s). */
export type PostMedia = {
  url: string
  kind: MediaKind
  altText: string | null
}

/**
 * A fully resolved post: everything a channel needs to send it, and exactly what a preview shows. Built only by
 * `lib/posts/resolve.ts`.
 */
export type ResolvedPost = {
  channel: ChannelId
  postType: PostType
  /** The text to send: caption, blank line, hashtags. */
  text: string
  /** The caption without its hashtags. */
  caption: string
  /** With `#`, without duplicates. */
  hashtags: string[]
  /** The parts of a thread, in order; null for a single post. */
  thread: string[] | null
  media: PostMedia[]
  title: string | null
  /** The link with tracking values, for networks with a link field. */
  link: string | null
  /** Ghost only: the link's destination. Links in the text to the same site get its tracking values. */
  linkTarget?: string | null
  /** Pinterest only. */
  boardId: string | null
  boardSectionId: string | null
  /** Name of the board, if known. */
  boardName?: string | null
  coverImageUrl: string | null
  /** Ghost only: status and visibility. Null or missing: published, public. */
  ghost?: GhostOptions | null
  /** Posted below the post once it is public. Null or missing: none. */
  firstComment?: string | null
  /** Instagram only. `until` is null for an indefinite pin. */
  pinToGrid: { until: Date | null } | null
}

export type GhostOptions = {
  /** `draft`: the post is saved as a draft on the site. */
  status: 'draft' | 'published'
  /** The original URL of the text, for search engines. */
  canonicalUrl: string | null
  excerpt: string | null
  visibility: 'public' | 'members' | 'paid'
}

/** The posting account. Its credentials are decrypted and must never reach logs, errors or responses. */
export type Account = {
  /** The account's id at the network: page id, IG user id, LinkedIn URN, Ghost site, … */
  accountId: string
  accountName: string | null
  /** User name at the network, without `@`; null if it has none. */
  handle: string | null
  credentials: Credentials
}

export type Credentials =
  | { kind: 'bearer'; accessToken: string; refreshToken: string | null }
  | { kind: 'oauth1'; apiKey: string; apiSecret: string; accessToken: string; accessTokenSecret: string }
  | { kind: 'ghost'; siteUrl: string; adminApiKey: string }

/**
 * The publisher's side of an attempt. A channel makes every call through `once` or `sendOnce`, so that another worker
 * can resume it.
 */
export type Run = {
  /**
   * A step that is safe to repeat: an upload, a container, an unpublished photo. Its result is committed before the
   * next step, and later attempts reuse it.
   */
  once<T extends Json>(step: string, make: (call: CallOptions) => Promise<T>): Promise<T>
  /**
   * The call that publishes. The intent is committed before it, the result after it. If the result is unknown,
   * `Channel.find` is asked before anything is sent again.
   */
  sendOnce<T extends Json>(step: string, send: (call: CallOptions) => Promise<T>): Promise<T>
  /** Deletes results of these steps, such as an expired container, so that they run again. */
  forget(steps: string[]): Promise<void>
  /** A progress message for logs and the timeline. */
  note(message: string): void
  /** Extends the lease during polls and uploads that outlast a call's deadline. Throws if another worker took over. */
  keepAlive?(): Promise<void>
  /** Aborted when the attempt must stop (lease lost, shutdown). For polls, which run outside `once` and `sendOnce`. */
  readonly signal?: AbortSignal
}

/** Deadline and cancellation of one call. Every request must use the signal. */
export type CallOptions = {
  signal: AbortSignal
  /** External ids of other rows of this account. Costs a query. */
  knownIds?: () => Promise<string[]>
  /** Called with the network's time from each response. */
  onServerTime?: (date: Date) => void
  /**
   * Set by `sendOnce` if an earlier send of this step ended in doubt. A duplicate refusal then proves that the
   * earlier send succeeded; otherwise the duplicate is another post.
   */
  earlier?: { sentAt: Date; knownIds: string[] } | null
}

/** A published post. `url` is the permalink. `lastPartId`: the last part of a thread. */
export type Published = { externalId: string; url: string; lastPartId?: string }

/** A comment of the account on its own post. On X and Threads it is a reply. */
export type NewComment = {
  /** Id of the post, or of the last part of a thread. */
  parentId: string
  text: string
  postUrl: string
}

export type ChannelComments = {
  /** The permission to write comments, if the permission to publish does not include it. */
  scope: string | null
  /**
   * Writes the comment in the step `comment`, resuming from the steps in `run`.
   *
   * @returns the id of the comment
   * @throws ChannelError
   */
  post(comment: NewComment, account: Account, run: Run): Promise<string>
  /** The permalink of a written comment. Null if the network has none, or it cannot be read. */
  urlOf(comment: NewComment, id: string, account: Account, run: Run): Promise<string | null>
  /**
   * Asks the network whether a comment in doubt was written.
   *
   * @throws ChannelError when the network could not be asked
   */
  find(comment: NewComment, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult>
}

/** A send with an unknown result. */
export type Doubt = {
  /** The `sendOnce` step in doubt, e.g. `publish` or `thread-3`. */
  step: string
  /** When the intent was committed. Posts created before `sentAt - 2 min` are not ours. */
  sentAt: Date
  /** Results of finished steps, by name. */
  steps: Record<string, Json>
  /** External ids of other rows of this account. Two rows may have the same text, but a post belongs to one row. */
  knownIds?: string[]
  /** `ChannelError.duplicateOf` of the refusal: the existing post named by the network. */
  duplicateOf?: string | null
}

/**
 * Result of asking the network about a send in doubt. `found` has the result of the `sendOnce` step, so that
 * publishing continues. `absent`: the network does not have the post now. `isResembled`: a similar post of that time
 * exists, so `absent` is not certain.
 */
export type FindResult =
  | { state: 'found'; result: Json }
  | { state: 'absent'; isResembled?: true }
  | { state: 'cannot_ask'; reason: string }

/** How a file can be made acceptable: `crop` changes its aspect ratio, anything else needs another file. */
export const mediaFixes = ['crop', 'replace'] as const
export type MediaFix = (typeof mediaFixes)[number]

export type RuleIssue = {
  /** The story member with the problem: `caption`, `media_urls`, `slides`, `title` … */
  field: string
  /** `media_rule` is about a file: type, size, ratio, duration … */
  code: 'channel_limit' | 'carousel_size' | 'media_required' | 'unsupported' | 'media_rule'
  /** Names the channel, the limit, the actual count and the remedy. */
  message: string
  /** Of a `media_rule`. */
  fix?: MediaFix
}

/** The network's limits, shown in previews and checked on create. Null: no limit. */
export type ChannelLimits = {
  textMax: number | null
  /** Unit of `textMax`: `weighted` is X's rule, `bytes_emoji` is Threads'. */
  textUnit: 'characters' | 'weighted' | 'bytes_emoji'
  /** What a feed shows of the text before “… more”. Missing: all of it. */
  fold?: { characters: number; lines: number } | null
  /** Max length of a comment, in the unit of the text. Null: Storycast cannot write comments there. */
  commentMax: number | null
  hashtagsMax: number | null
  mentionsMax: number | null
  titleMax: number | null
  altTextMax: number | null
  linkMax: number | null
  imagesMax: number
  carousel: { min: number; max: number } | null
  needsMedia: boolean
}

export type Channel = {
  id: ChannelId
  /** Display name: `X`, `LinkedIn`. */
  name: string
  limits: ChannelLimits
  /** The length of a text as the network counts it. */
  countText(text: string): number
  /** Issues for which the network would refuse this post, found without a call. */
  validate(post: ResolvedPost): RuleIssue[]
  /**
   * Publishes the post, resuming from the steps in `run`.
   *
   * @throws ChannelError
   */
  publish(post: ResolvedPost, account: Account, run: Run): Promise<Published>
  /**
   * Asks the network whether a send in doubt succeeded.
   *
   * @throws ChannelError when the network could not be asked
   */
  find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult>
  /** Null: Storycast cannot write comments there. */
  comments: ChannelComments | null
}
