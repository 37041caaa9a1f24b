import { ChevronDown, Ellipsis, Heart, MessageCircle, Share } from 'lucide-react'
import { AccountPhoto, nameOf } from '../parts/account-line'
import { ActionRow } from '../parts/action-row'
import { Carousel } from '../parts/carousel'
import { NoMedia } from '../parts/no-media'
import { PostText } from '../parts/post-text'
import { type NetworkPostProps, ratioOf } from '../preview-props'
import { singleRatio } from '../rules/media-grid'

/** Pinterest hides the rest of a description of more than about two lines. */
const fold = { characters: 160, lines: 3 }

export function PinterestPost({ post, account, imageUrlOf, opensFiles, counts }: NetworkPostProps) {
  const [first] = post.media
  return (
    <div className="mx-auto max-w-80 overflow-hidden rounded-[2rem] border border-line bg-surface text-[14px] leading-5">
      {first ? (
        <Carousel
          {...{ post, imageUrlOf, opensFiles: opensFiles ?? false }}
          ratio={singleRatio('pinterest', first.cropped_to ?? ratioOf(first))}
          className="rounded-b-2xl"
        />
      ) : (
        <NoMedia className="aspect-2/3" />
      )}
      <div className="flex items-center justify-between gap-3 px-4 pt-3">
        <ActionRow
          className="gap-3"
          size={20}
          actions={[
            { Icon: Heart, count: counts?.likes },
            { Icon: MessageCircle, count: counts?.comments },
            { Icon: Share },
            { Icon: Ellipsis },
          ]}
        />
        <span className="flex min-w-0 items-center gap-2">
          {post.board_name && (
            <span className="flex min-w-0 items-center gap-1 font-semibold">
              <span className="sr-only">Board: </span>
              <span className="truncate">{post.board_name}</span>
              <ChevronDown aria-hidden size={16} className="shrink-0" />
            </span>
          )}
          <span
            aria-hidden
            className="shrink-0 rounded-full bg-brand-pinterest px-4 py-2.5 font-semibold text-on-brand"
          >
            Save
          </span>
        </span>
      </div>
      <div className="flex flex-col gap-2 px-4 pt-3 pb-5">
        {post.link && (
          <p className="truncate text-ink-soft underline">
            {hostOf(post.tracked_link?.short_url === post.link ? post.tracked_link.destination_url : post.link)}
          </p>
        )}
        {post.title && <p className="text-[20px] leading-6 font-semibold wrap-anywhere">{post.title}</p>}
        <PostText channel="pinterest" text={post.text} fold={fold} />
        <p className="flex items-center gap-2.5 pt-1">
          <AccountPhoto channel="pinterest" account={account} />
          <span className="truncate font-semibold">{nameOf('pinterest', account)}</span>
        </p>
      </div>
    </div>
  )
}

const hostOf = (url: string): string => {
  try {
    return new URL(url).host.replace(/^www\./, '')
  } catch {
    return url
  }
}
