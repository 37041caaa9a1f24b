import { Ellipsis, Forward, Globe, MessageCircle, ThumbsUp } from 'lucide-react'
import { AccountPhoto, nameOf } from '../parts/account-line'
import { ActionRow } from '../parts/action-row'
import { StackedCard } from '../parts/link-card'
import { MediaCollage } from '../parts/media-collage'
import { PostText } from '../parts/post-text'
import { VerticalFrame } from '../parts/vertical-frame'
import type { NetworkPostProps } from '../preview-props'

export function FacebookPost(props: NetworkPostProps) {
  const { post, account, time, imageUrlOf, opensFiles, cards, counts } = props
  const name = nameOf('facebook', account)
  if (post.post_type === 'story' || post.post_type === 'reel')
    return <VerticalFrame {...props} channel="facebook" kind={post.post_type} name={name} />
  const [card] = cards
  // Short texts without media are larger.
  const isLarge = post.media.length === 0 && !card && post.text.length <= 85
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface text-[15px] leading-5">
      <div className="flex items-center gap-3 px-4 pt-3">
        <AccountPhoto channel="facebook" account={account} size="large" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{name}</p>
          <p suppressHydrationWarning className="flex items-center gap-1 text-[13px] leading-4 text-ink-soft">
            {time} · <Globe aria-hidden size={12} />
          </p>
        </div>
        <Ellipsis aria-hidden size={20} className="text-ink-soft" />
      </div>
      <PostText
        channel="facebook"
        text={post.text}
        fold={post.limits.fold}
        moreLabel="See more"
        className={isLarge ? 'px-4 pt-2 pb-3 text-2xl' : 'px-4 pt-2 pb-3'}
      />
      <MediaCollage network="facebook" {...{ post, imageUrlOf, opensFiles: opensFiles ?? false }} />
      {card && <StackedCard card={card} imageUrlOf={imageUrlOf} isUppercase className="border-t" />}
      <ActionRow
        className="mx-3 justify-around border-t border-line py-2 font-semibold text-ink-soft"
        actions={[
          { Icon: ThumbsUp, label: 'Like', count: counts?.likes },
          { Icon: MessageCircle, label: 'Comment', count: counts?.comments },
          { Icon: Forward, label: 'Share', count: counts?.shares },
        ]}
      />
    </div>
  )
}
