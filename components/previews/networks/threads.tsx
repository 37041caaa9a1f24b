import { Ellipsis, Heart, MessageCircle, Repeat2, Send } from 'lucide-react'
import { AccountPhoto, handleOf } from '../parts/account-line'
import { ActionRow } from '../parts/action-row'
import { StackedCard } from '../parts/link-card'
import { MediaStrip } from '../parts/media-strip'
import { PostText } from '../parts/post-text'
import { ThreadList } from '../parts/thread-list'
import type { NetworkPostProps } from '../preview-props'

export function ThreadsPost({ post, account, time, imageUrlOf, opensFiles, cards, counts }: NetworkPostProps) {
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-surface px-4 pt-3.5 text-[15px] leading-[21px]">
      <ThreadList
        post={post}
        photo={<AccountPhoto channel="threads" account={account} size="large" />}
        renderPart={(text, index) => {
          const card = cards[index]
          return (
            <>
              <p className="flex items-center gap-1.5">
                <span className="truncate font-semibold">{handleOf(account)}</span>
                <span suppressHydrationWarning className="shrink-0 text-ink-soft">
                  {time}
                </span>
                <Ellipsis aria-hidden size={18} className="ml-auto shrink-0 text-ink-soft" />
              </p>
              <PostText channel="threads" text={text} />
              {index === 0 && <MediaStrip {...{ post, imageUrlOf, opensFiles: opensFiles ?? false }} />}
              {card && <StackedCard card={card} imageUrlOf={imageUrlOf} className="mt-2.5 rounded-xl border" />}
              <ActionRow
                size={19}
                className="gap-5 py-3 text-[13px] text-ink-soft"
                actions={[
                  { Icon: Heart, count: index === 0 ? counts?.likes : undefined },
                  { Icon: MessageCircle, count: index === 0 ? counts?.comments : undefined },
                  { Icon: Repeat2, count: index === 0 ? counts?.shares : undefined },
                  { Icon: Send },
                ]}
              />
            </>
          )
        }}
      />
    </div>
  )
}
