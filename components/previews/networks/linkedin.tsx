import { Ellipsis, Globe, MessageSquareText, Plus, Repeat2, Send, ThumbsUp } from 'lucide-react'
import { AccountPhoto, nameOf } from '../parts/account-line'
import { ActionRow } from '../parts/action-row'
import { SideCard } from '../parts/link-card'
import { MediaCollage } from '../parts/media-collage'
import { PostText } from '../parts/post-text'
import type { NetworkPostProps } from '../preview-props'

export function LinkedInPost({ post, account, time, imageUrlOf, opensFiles, cards, counts }: NetworkPostProps) {
  const [card] = cards
  // LinkedIn does not read the page: title and image are those of the post.
  const ownCard = card && { ...card, title: post.title ?? card.title, imageUrl: post.cover?.url ?? null }
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface text-[14px] leading-5">
      <div className="flex items-center gap-2.5 px-4 pt-3">
        <AccountPhoto channel="linkedin" account={account} size="large" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{nameOf('linkedin', account)}</p>
          <p suppressHydrationWarning className="flex items-center gap-1 text-[12px] leading-4 text-ink-soft">
            {time} • <Globe aria-hidden size={12} />
          </p>
        </div>
        <span aria-hidden className="inline-flex items-center gap-1 font-semibold text-accent">
          <Plus size={16} strokeWidth={2.5} />
          Follow
        </span>
        <Ellipsis aria-hidden size={20} className="text-ink-soft" />
      </div>
      <PostText channel="linkedin" text={post.text} fold={post.limits.fold} className="px-4 pt-2 pb-3" />
      <MediaCollage network="linkedin" {...{ post, imageUrlOf, opensFiles: opensFiles ?? false }} />
      {ownCard && (
        <div className="px-4 pb-3">
          <SideCard card={ownCard} imageUrlOf={imageUrlOf} />
        </div>
      )}
      <ActionRow
        size={17}
        className="mx-4 justify-between gap-1 border-t border-line py-2.5 text-[12px] font-semibold text-ink-soft"
        actions={[
          { Icon: ThumbsUp, label: 'Like', count: counts?.likes },
          { Icon: MessageSquareText, label: 'Comment', count: counts?.comments },
          { Icon: Repeat2, label: 'Repost', count: counts?.shares },
          { Icon: Send, label: 'Send' },
        ]}
      />
    </div>
  )
}
