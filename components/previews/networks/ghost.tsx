import { withKeys } from '@/components/ui/data/with-keys'
import { AccountPhoto, nameOf } from '../parts/account-line'
import { MediaTile } from '../parts/media-tile'
import { PostText } from '../parts/post-text'
import { type NetworkPostProps, ratioOf } from '../preview-props'
import { singleRatio } from '../rules/media-grid'

/** Only to keep the preview short: a site shows the whole article. */
const fold = { characters: 700, lines: 10 }
const wordsPerMinute = 275

export function GhostPost({ post, account, time, imageUrlOf, opensFiles = false }: NetworkPostProps) {
  const { media, caption, hashtags, excerpt, title, link } = post
  const [feature, ...others] = media
  const site = nameOf('ghost', account)
  const minutes = Math.max(1, Math.round(caption.split(/\s+/).length / wordsPerMinute))
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 border-b border-line px-5 py-3">
        <span className="truncate text-[15px] font-bold">{site}</span>
        <span aria-hidden className="shrink-0 rounded-full bg-ink px-3 py-1 text-xs font-semibold text-surface">
          Subscribe
        </span>
      </div>
      <div className="px-5 pt-6 pb-6">
        {hashtags[0] && (
          <p className="mb-2 text-[12px] font-semibold tracking-wide text-ink-soft uppercase">{tagName(hashtags[0])}</p>
        )}
        <p className="text-[26px] leading-8 font-bold tracking-tight wrap-anywhere">{title ?? 'Untitled'}</p>
        {excerpt && <p className="mt-2 text-[16px] leading-6 text-ink-soft wrap-anywhere">{excerpt}</p>}
        <div className="mt-4 flex items-center gap-2.5">
          <AccountPhoto channel="ghost" account={account} />
          <div className="min-w-0 text-[13px] leading-4">
            <p className="truncate font-semibold">{site}</p>
            <p suppressHydrationWarning className="text-ink-soft">
              {time} — {minutes} min read
            </p>
          </div>
        </div>
        {feature && (
          <MediaTile
            item={feature}
            {...{ imageUrlOf, opensFiles }}
            className="mt-5 rounded-md"
            style={{ aspectRatio: singleRatio('facebook', ratioOf(feature)) }}
          />
        )}
        <PostText
          channel="ghost"
          text={caption}
          fold={fold}
          moreLabel="Show all"
          className="mt-5 text-[16px] leading-7"
        />
        {link && <p className="mt-4 text-[16px] text-accent underline wrap-anywhere">{link}</p>}
        {others.length > 0 && (
          <div className="mt-5 grid grid-cols-3 gap-1.5">
            {withKeys(others, ({ url }) => url).map(([key, item]) => (
              <MediaTile key={key} item={item} {...{ imageUrlOf, opensFiles }} className="aspect-square rounded-md" />
            ))}
          </div>
        )}
        {hashtags.length > 1 && (
          <p className="mt-5 flex flex-wrap gap-1.5">
            {hashtags.map((tag) => (
              <span key={tag} className="rounded-full bg-sunken px-2.5 py-1 text-[12px] text-ink-soft">
                {tagName(tag)}
              </span>
            ))}
          </p>
        )}
      </div>
    </div>
  )
}

const tagName = (hashtag: string): string => hashtag.replace(/^#/, '').replaceAll('_', ' ')
