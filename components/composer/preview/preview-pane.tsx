'use client'

import { Link2, LoaderCircle } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { withKeys } from '@/components/ui/data/with-keys'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChannelId } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { useEditor } from '../state/editor-context'
import { CharacterCounter } from './character-counter'
import { CroppedImage } from './cropped-image'

type Props = {
  channels: readonly ChannelId[]
  /** Shown if there are no channels. */
  emptyText: string
  isUpdating: boolean
  error: unknown
}

/** The post of each channel, as prepared by the server. */
export function PreviewPane({ channels, emptyText, isUpdating, error }: Props) {
  const { preview, connections } = useEditor()
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-3">
      <div className="flex min-h-6 items-center gap-2">
        <h2 id="preview" className="font-semibold">
          Preview
        </h2>
        {isUpdating && channels.length > 0 && (
          <LoaderCircle aria-label="Updating" size={16} className="animate-spin text-ink-soft" />
        )}
      </div>
      {channels.length === 0 && <p className="text-ink-soft">{emptyText}</p>}
      {Boolean(error) && <ErrorNote isReading error={error} title="Preview not available" />}
      {channels.map((channel) => {
        const post = preview[channel]
        const account = connections.find((connection) => connection.channel === channel)
        if (post) return <PreviewCard key={channel} channel={channel} post={post} account={account} />
        return error ? null : <Skeleton key={channel} className="h-32" />
      })}
    </section>
  )
}

type CardProps = { channel: ChannelId; post: PreviewChannel; account: SocialConnection | undefined }

function PreviewCard({ channel, post, account }: CardProps) {
  return (
    <article
      aria-label={`Preview for ${channelNames[channel]}`}
      data-channel={channel}
      className="panel overflow-hidden"
    >
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
        <span className="flex min-w-0 items-center gap-2">
          <ChannelIcon channel={channel} />
          <span className="truncate font-medium">{account?.account_name ?? channelNames[channel]}</span>
        </span>
        <CharacterCounter channel={channel} limits={post.limits} />
      </header>
      <div className="flex flex-col gap-3 p-4">
        {post.title && <p className="text-lg font-semibold wrap-anywhere">{post.title}</p>}
        {post.thread ? <ThreadText parts={post.thread} /> : <PostText post={post} />}
        <PostMedia channel={channel} media={post.media} />
        {post.cover && <Cover channel={channel} cover={post.cover} />}
        {post.link && (
          <p className="flex items-start gap-2 rounded-lg bg-sunken px-3 py-2 text-sm">
            <Link2 aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span className="wrap-anywhere">{post.link}</span>
          </p>
        )}
        <LinkTarget post={post} />
      </div>
    </article>
  )
}

/** The short link hides its target. */
function LinkTarget({ post }: { post: PreviewChannel }) {
  const { tracked_link: link } = post
  const isShown = link && (post.link === link.short_url || post.text.includes(link.short_url))
  if (!isShown) return null
  return (
    <p className="text-sm text-ink-soft wrap-anywhere">
      Tracked link to {link.destination_url}
      {link.is_placeholder && '. The short link is final once the story is saved.'}
    </p>
  )
}

function PostText({ post: { text, warnings } }: { post: PreviewChannel }) {
  const isTextDropped = warnings.some(({ code }) => code === 'text_not_posted')
  if (text === '') return <p className="text-ink-soft">{isTextDropped ? 'Published without text.' : 'No text yet.'}</p>
  return <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
}

function ThreadText({ parts }: { parts: string[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
        <li key={index} className="border-l-2 border-line pl-3">
          <span className="text-sm text-ink-soft">
            {index + 1} of {parts.length}
          </span>
          <p className="whitespace-pre-wrap wrap-anywhere">{part}</p>
        </li>
      ))}
    </ol>
  )
}

function PostMedia({ channel, media }: { channel: ChannelId; media: PreviewChannel['media'] }) {
  if (media.length === 0) return null
  return (
    <ul className={`grid items-start gap-1.5 ${media.length === 1 ? 'grid-cols-1' : 'grid-cols-3'}`}>
      {withKeys(media, ({ url }) => url).map(([key, item]) => (
        <li key={key}>
          <MediaItem channel={channel} item={item} isOnly={media.length === 1} />
          {item.rendition && <Conversion rendition={item.rendition} />}
        </li>
      ))}
    </ul>
  )
}

type MediaItemProps = { channel: ChannelId; item: PreviewChannel['media'][number]; isOnly: boolean }

function MediaItem({ channel, item, isOnly }: MediaItemProps) {
  const { url, alt_text, width, height, cropped_to } = item
  const alt = alt_text ?? ''
  if (cropped_to && width && height) {
    return <CroppedImage {...{ url, alt, width, height }} network={channelNames[channel]} croppedTo={cropped_to} />
  }
  return <Thumbnail url={url} alt={alt} className={isOnly ? 'aspect-video w-full' : 'aspect-square w-full'} />
}

/** The cover image of a video or a link. */
function Cover({ channel, cover }: { channel: ChannelId; cover: NonNullable<PreviewChannel['cover']> }) {
  const { url, width, height, cropped_to, rendition } = cover
  return (
    <div className="flex items-center gap-3">
      {cropped_to && width && height ? (
        <div className="w-24 shrink-0">
          <CroppedImage {...{ url, width, height }} alt="" network={channelNames[channel]} croppedTo={cropped_to} />
        </div>
      ) : (
        <Thumbnail url={url} alt="" className="aspect-square w-16 shrink-0" />
      )}
      <div className="text-sm text-ink-soft">
        <p>Cover</p>
        {rendition && <Conversion rendition={rendition} />}
      </div>
    </div>
  )
}

type Rendition = NonNullable<PreviewChannel['media'][number]['rendition']>

function Conversion({ rendition: { is_made, reasons } }: { rendition: Rendition }) {
  return (
    <p className="mt-0.5 text-ink-soft text-xs">
      {is_made ? 'Converted' : 'Will be converted'}:{' '}
      {[...new Set(reasons.map((reason) => conversions[reason]))].join(', ')}
    </p>
  )
}

/** Why the network would refuse the original file. */
const conversions: Record<Rendition['reasons'][number], string> = {
  type: 'other file type',
  bytes: 'smaller file',
  pixels: 'lower resolution',
  dimensions: 'lower resolution',
  orientation: 'rotated upright',
  location: 'location removed',
  moov_first: 'index moved to the start',
}
