import type { ChannelId } from './channel-ids'

export type PostType = 'single' | 'carousel' | 'reel' | 'story'

export type Slide = {
  media_url: string
  alt_text?: string | null
  caption_overlay?: string | null
  swipe_through_url?: string | null
}

/** One channel's overrides of a story. Missing members use the story's value. */
export type ChannelOverride = {
  caption?: string
  hashtags?: string
  media_urls?: string[]
  slides?: Slide[]
  post_type?: PostType
  pin_to_grid?: boolean | { pin: boolean; until?: string | null }
  pin_until_at?: string | null
  alt_text?: string
  first_comment?: string
  caption_format?: 'thread'
  thread_separator?: string
  board_id?: string
  board_section_id?: string
  title?: string
  description?: string
  link?: string
  cover_image_url?: string
  canonical_url?: string
  status?: 'draft' | 'published'
  excerpt?: string
  visibility?: 'public' | 'members' | 'paid'
}

export type ChannelOverrides = Partial<Record<ChannelId, ChannelOverride>>

/** Where a story is in the review by a client. `requested`: a link was made and nobody decided. */
export const clientReviewStates = ['requested', 'approved', 'changes_requested'] as const
export type ClientReviewState = (typeof clientReviewStates)[number]

export type StoredClientReview = {
  state: ClientReviewState
  reviewer_name: string | null
  note: string | null
  /** ISO 8601. */
  decided_at: string | null
  /** Of the content that the client decided on. */
  content_hash: string | null
  /** The content differs from what the client decided on. */
  is_outdated: boolean
}
