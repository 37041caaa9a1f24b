import { Ellipsis, Heart, MessageCircle, Send } from 'lucide-react'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import type { ChannelId } from '@/lib/channel-ids'
import type { NetworkPostProps } from '../preview-props'
import { MediaTile } from './media-tile'
import { PostText } from './post-text'

type Props = NetworkPostProps & { channel: ChannelId; kind: 'reel' | 'story'; name: string }

/** A reel or a story, 9:16. */
export function VerticalFrame({ channel, kind, name, post, account, time, imageUrlOf, opensFiles }: Props) {
  const [item] = post.media
  const owner = (
    <span className="flex min-w-0 items-center gap-2.5">
      <ChannelAvatar channel={channel} name={account.name} photoUrl={account.photoUrl ?? null} />
      <span className="truncate font-semibold">{name}</span>
    </span>
  )
  return (
    <div className="relative mx-auto aspect-9/16 w-full max-w-72 overflow-hidden rounded-xl bg-overlay text-on-overlay">
      {item && (
        <MediaTile
          item={item}
          imageUrlOf={imageUrlOf}
          opensFiles={opensFiles ?? false}
          posterUrl={post.cover?.url ?? null}
          hasDuration={false}
          className="absolute! inset-0 bg-overlay"
        />
      )}
      {kind === 'story' ? (
        <div className="pointer-events-none absolute inset-x-0 top-0 bg-linear-to-b from-overlay/70 to-transparent p-3 pb-8">
          <div aria-hidden className="mb-3 h-0.5 rounded-full bg-on-overlay/45">
            <div className="h-full w-1/3 rounded-full bg-on-overlay" />
          </div>
          <div className="flex items-center gap-2">
            {owner}
            <span suppressHydrationWarning className="shrink-0 text-sm">
              {time}
            </span>
          </div>
        </div>
      ) : (
        <>
          <div
            aria-hidden
            className="pointer-events-none absolute right-3 bottom-5 flex flex-col items-center gap-5 drop-shadow-md"
          >
            <Heart size={26} strokeWidth={1.75} />
            <MessageCircle size={26} strokeWidth={1.75} className="-scale-x-100" />
            <Send size={24} strokeWidth={1.75} />
            <Ellipsis size={22} />
          </div>
          <div className="absolute inset-x-0 bottom-0 flex max-h-3/4 flex-col gap-2 overflow-y-auto bg-linear-to-t from-overlay/80 to-transparent p-4 pt-12 pr-14 [--accent:var(--on-overlay)] [--ink-soft:var(--on-overlay)]">
            {owner}
            <PostText channel={channel} text={post.text} fold={{ characters: 55, lines: 1 }} />
          </div>
        </>
      )}
    </div>
  )
}
