import { Bookmark, ChartNoAxesColumn, Ellipsis, Heart, MessageCircle, Repeat2, Upload } from 'lucide-react'
import { AccountPhoto, handleOf, nameOf } from '../parts/account-line'
import { ActionRow } from '../parts/action-row'
import { OverlaidCard } from '../parts/link-card'
import { MediaCollage } from '../parts/media-collage'
import { PostText } from '../parts/post-text'
import { ThreadList } from '../parts/thread-list'
import type { NetworkPostProps } from '../preview-props'

export function XPost({ post, account, time, imageUrlOf, opensFiles, cards, counts }: NetworkPostProps) {
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-surface px-4 pt-3 text-[15px] leading-5">
      <ThreadList
        post={post}
        photo={<AccountPhoto channel="x" account={account} size="large" />}
        renderPart={(text, index) => {
          const card = cards[index]
          return (
            <>
              <p className="flex items-center gap-1">
                <span className="truncate font-bold">{nameOf('x', account)}</span>
                <span className="min-w-0 shrink-[9999] truncate text-ink-soft">@{handleOf(account)}</span>
                <span suppressHydrationWarning className="shrink-0 text-ink-soft">
                  · {time}
                </span>
                <Ellipsis aria-hidden size={18} className="ml-auto shrink-0 text-ink-soft" />
              </p>
              <PostText channel="x" text={text} />
              {index === 0 && post.media.length > 0 && (
                <MediaCollage
                  network="x"
                  {...{ post, imageUrlOf, opensFiles: opensFiles ?? false }}
                  className="mt-3 rounded-2xl border border-line"
                />
              )}
              {card && (
                <div className="mt-3">
                  <OverlaidCard card={card} imageUrlOf={imageUrlOf} />
                </div>
              )}
              <ActionRow
                size={18}
                className="justify-between py-3 text-[13px] text-ink-soft"
                actions={[
                  { Icon: MessageCircle, count: index === 0 ? counts?.comments : undefined },
                  { Icon: Repeat2, count: index === 0 ? counts?.shares : undefined },
                  { Icon: Heart, count: index === 0 ? counts?.likes : undefined },
                  { Icon: ChartNoAxesColumn, count: index === 0 ? counts?.impressions : undefined },
                  { Icon: Bookmark, count: index === 0 ? counts?.saves : undefined },
                  { Icon: Upload },
                ]}
              />
            </>
          )
        }}
      />
    </div>
  )
}
