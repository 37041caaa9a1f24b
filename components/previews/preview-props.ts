import type { ChannelId } from '@/lib/channel-ids'
import type { PreviewChannel } from '@/lib/stories/preview-contract'

export type PreviewAccount = { name: string | null; handle: string | null; photoUrl?: string | null }

/** The card of a link. Null members are unknown. */
export type LinkCardData = {
  domain: string
  title: string | null
  description: string | null
  imageUrl: string | null
}

/** Shown in the network's own action row. */
export type PostCounts = Partial<Record<'likes' | 'comments' | 'shares' | 'impressions' | 'saves', number>>

export type NetworkPostProps = {
  post: PreviewChannel
  account: PreviewAccount
  /** As the network writes it, see `postTime`. */
  time: string
  /** A URL that this page may load, for the URL of a file. */
  imageUrlOf: (url: string) => string
  /** The card of each part, in the order of `cardLinks`. */
  cards: readonly (LinkCardData | null)[]
  counts?: PostCounts
  /** Files open in a new tab. */
  opensFiles?: boolean
}

export type PostPreviewProps = NetworkPostProps & { channel: ChannelId }

export type PreviewMedia = PreviewChannel['media'][number]

/** Width divided by height; null until the file is inspected. */
export const ratioOf = ({ width, height }: Pick<PreviewMedia, 'width' | 'height'>): number | null =>
  width && height ? width / height : null
