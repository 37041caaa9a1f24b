import { Bookmark, Ellipsis, Heart, MessageCircle, Send } from 'lucide-react'
import { AccountPhoto, handleOf } from '../parts/account-line'
import { ActionRow } from '../parts/action-row'
import { Carousel } from '../parts/carousel'
import { NoMedia } from '../parts/no-media'
import { PostText } from '../parts/post-text'
import { VerticalFrame } from '../parts/vertical-frame'
import { type NetworkPostProps, ratioOf } from '../preview-props'
import { singleRatio } from '../rules/media-grid'

export function InstagramPost(props: NetworkPostProps) {
  const { post, account, time, imageUrlOf, opensFiles, counts } = props
  const handle = handleOf(account)
  const [first] = post.media
  const isVideo = post.media.length === 1 && first?.kind === 'video'
  if (post.post_type === 'story' || post.post_type === 'reel' || isVideo) {
    const kind = post.post_type === 'story' ? 'story' : 'reel'
    return <VerticalFrame {...props} channel="instagram" kind={kind} name={handle} />
  }
  return (
    <div className="mx-auto max-w-96 overflow-hidden rounded-xl border border-line bg-surface text-[14px] leading-[18px]">
      <div className="flex items-center gap-3 px-3 py-2.5">
        <AccountPhoto channel="instagram" account={account} />
        <span className="min-w-0 flex-1 truncate">
          <span className="font-semibold">{handle}</span>
          <span suppressHydrationWarning className="text-ink-soft">
            {' '}
            • {time}
          </span>
        </span>
        <Ellipsis aria-hidden size={20} />
      </div>
      {first ? (
        <Carousel
          {...{ post, imageUrlOf, opensFiles: opensFiles ?? false }}
          ratio={singleRatio('instagram', first.cropped_to ?? ratioOf(first))}
        />
      ) : (
        <NoMedia className="aspect-square" />
      )}
      <div className="flex items-center justify-between px-3 pt-2.5">
        <ActionRow
          className="gap-4"
          size={24}
          actions={[
            { Icon: Heart, count: counts?.likes },
            { Icon: MessageCircle, count: counts?.comments },
            { Icon: Send, count: counts?.shares },
          ]}
        />
        <Bookmark aria-hidden size={24} strokeWidth={1.75} />
      </div>
      <div className="px-3 pt-2 pb-3.5">
        {post.text !== '' && (
          <PostText channel="instagram" text={post.text} fold={post.limits.fold}>
            <span className="font-semibold">{handle}</span>{' '}
          </PostText>
        )}
      </div>
    </div>
  )
}
