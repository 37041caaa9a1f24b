import type { ChannelId } from './ids'

export type PostType = 'single' | 'carousel' | 'reel' | 'story'

/** One picture or film of a post. `url` is absolute http(s). */
export type PostMedia = {
  url: string
  kind: 'image' | 'gif' | 'video'
  altText: string | null
}

/**
 * A post resolved to the last byte: a channel needs nothing else to send it, and a preview shows exactly this.
 * Made by `lib/publishing/resolve.ts` alone.
 */
export type ResolvedPost = {
  channel: ChannelId
  postType: PostType
  /** Caption, a blank line, hashtags: the very text that is sent. */
  text: string
  /** The caption without its hashtags. */
  caption: string
  /** Each with its `#`, no tag twice. */
  hashtags: string[]
  /** The parts of a chain of replies, in order; null when the post is one. */
  thread: string[] | null
  media: PostMedia[]
  title: string | null
  /** The outbound link, tracking values included, for networks with a link field of their own. */
  link: string | null
  /** Ghost only: where that link leads in the end. Links of the text to the same house carry its tracking values. */
  linkTarget?: string | null
  /** Pinterest only. */
  boardId: string | null
  boardSectionId: string | null
  /** What people call that board, as far as it is known here. */
  boardName?: string | null
  coverImageUrl: string | null
  /** Ghost only: how the site shows the post, and to whom. Null or left out: published, to everybody. */
  ghost?: GhostOptions | null
  /** Instagram only. `until` is null for an indefinite pin. */
  pinToGrid: { until: Date | null } | null
}

export type GhostOptions = {
  /** `draft`: the post waits at the site for somebody who publishes it there. */
  status: 'draft' | 'published'
  /** Where the text stood first; search engines are told so. */
  canonicalUrl: string | null
  excerpt: string | null
  visibility: 'public' | 'members' | 'paid'
}

/** The account that posts. Credentials are in the clear here and must never reach a log, an error or an answer. */
export type Account = {
  /** The network's id of the account: page id, IG user id, LinkedIn URN, Ghost site … */
  accountId: string
  accountName: string | null
  /** User name at the network, without `@`; null where it has none. */
  handle: string | null
  credentials: Credentials
}

export type Credentials =
  | { kind: 'bearer'; accessToken: string; refreshToken: string | null }
  | { kind: 'oauth1'; apiKey: string; apiSecret: string; accessToken: string; accessTokenSecret: string }
  | { kind: 'ghost'; siteUrl: string; adminApiKey: string }

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/**
 * The engine's side of a publish. Everything a channel does goes through one of these two, so that a worker that
 * takes the row over knows what was done.
 */
export type Run = {
  /**
   * A step nobody sees when it is repeated: an upload, a container, an unpublished photo. Its result is committed
   * before the next step begins, and a later attempt gets that result instead of making it again.
   */
  once<T extends Json>(step: string, make: (call: CallOptions) => Promise<T>): Promise<T>
  /**
   * The call that makes something public. The intent is committed before it and the result after it. A doubt in
   * between is settled by `Channel.find` before anything is sent again.
   */
  sendOnce<T extends Json>(step: string, send: (call: CallOptions) => Promise<T>): Promise<T>
  /** Forgets the results of these steps (an expired container), so that they are made anew. */
  forget(steps: string[]): Promise<void>
  /** The step of `sendOnce` that may be in doubt is known to have been this far; for logs and the timeline. */
  note(message: string): void
  /**
   * Says that the attempt is still at work, so that nobody takes the row over: called in polls and in uploads that
   * outlast a call's deadline. Throws when somebody did.
   */
  keepAlive?(): Promise<void>
  /** Ends when the attempt has to stop (lease lost, shutdown). Polls carry it, being neither `once` nor `sendOnce`. */
  readonly signal?: AbortSignal
}

/** Deadline and cancellation of one call. Every request a channel makes carries the signal. */
export type CallOptions = {
  signal: AbortSignal
  /** External ids that other rows of this account already hold. Costs a query. */
  knownIds?: () => Promise<string[]>
  /** Told the network's own time with each of its answers. */
  hear?: (date: Date) => void
  /**
   * Given by `sendOnce` alone, and only when an earlier send of this very step ended in doubt. A network's duplicate
   * refusal then proves that the earlier send landed; without it, the same refusal speaks of somebody else's post.
   */
  earlier?: { sentAt: Date; knownIds: string[] } | null
}

/** What a network holds once a post is public. `url` is the permalink. */
export type Published = { externalId: string; url: string }

/** A send whose outcome nobody knows. */
export type Doubt = {
  /** The `sendOnce` step in doubt, e.g. `publish` or `thread-3`. */
  step: string
  /** When the intent was committed. Anything the network made before `sentAt - 2 min` is not ours. */
  sentAt: Date
  /** Results of every finished step, by name. */
  steps: Record<string, Json>
  /** External ids that other rows of this account already hold: two rows may have one text, and one post is one row's. */
  knownIds?: string[]
  /** `ChannelFault.duplicateOf` of the refusal that led here: the post that the network says this one repeats. */
  duplicateOf?: string | null
}

/**
 * What asking the network for a send in doubt gives. `found` carries what the `sendOnce` step would have returned,
 * so that the publish goes on from there. `absent` means the network was asked and surely does not hold it *now*;
 * `isResembled` takes the surely back: a post of that time says nearly the same.
 */
export type FindResult =
  | { state: 'found'; result: Json }
  | { state: 'absent'; isResembled?: true }
  | { state: 'cannot_ask'; reason: string }

export type RuleIssue = {
  /** Where the fault is, in the story's words: `caption`, `media_urls`, `slides`, `title` … */
  field: string
  /** `media_rule` speaks of a file: its type, size, shape, duration … */
  code: 'channel_limit' | 'carousel_size' | 'media_required' | 'unsupported' | 'media_rule'
  /** Names the channel, the limit and the count, and says what to do. */
  message: string
}

/** The network's limits, shown in previews and checked at create. Null: the network has no such limit. */
export type ChannelLimits = {
  textMax: number | null
  /** How `textMax` is counted: `weighted` is X's own rule, `bytes_emoji` is Threads'. */
  textUnit: 'characters' | 'weighted' | 'bytes_emoji'
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
  /** The name people know: `X`, `LinkedIn`. */
  name: string
  limits: ChannelLimits
  /** The length of a text by the network's own count. */
  countText(text: string): number
  /** Every way in which the network would refuse this post, before any call. Empty when there is none. */
  validate(post: ResolvedPost): RuleIssue[]
  /** Posts, resuming from what `run` already holds. Throws `ChannelFault`, and nothing else on purpose. */
  publish(post: ResolvedPost, account: Account, run: Run): Promise<Published>
  /** Asks the network whether a send in doubt happened. Throws `ChannelFault` when asking itself failed. */
  find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult>
}
