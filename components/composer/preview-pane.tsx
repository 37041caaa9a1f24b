'use client'

import { Link2, LoaderCircle } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { Thumbnail } from '@/components/media/thumbnail'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChannelId } from '@/lib/channels/ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { PreviewChannel } from '@/lib/stories/contract'
import { Counter } from './counter'
import { CroppedPicture } from './cropped-picture'
import type { Preview } from './use-preview'

type Props = {
  channels: ChannelId[]
  /** What to say when there is nothing to show. */
  nothing: string
  preview: Preview
  isBehind: boolean
  error: unknown
  connections: SocialConnection[]
}

/** What each channel gets, as the server will send it. */
export function PreviewPane({ channels, nothing, preview, isBehind, error, connections }: Props) {
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-3">
      <div className="flex min-h-6 items-center gap-2">
        <h2 id="preview" className="font-semibold">
          Preview
        </h2>
        {isBehind && channels.length > 0 && (
          <LoaderCircle aria-label="Updating" size={15} className="animate-spin text-ink-soft" />
        )}
      </div>
      {channels.length === 0 && <p className="text-ink-soft">{nothing}</p>}
      {Boolean(error) && <ErrorNote isReading error={error} title="No preview just now" />}
      {channels.map((channel) => {
        const post = preview[channel]
        const account = connections.find((connection) => connection.channel === channel)
        if (post) return <PreviewCard key={channel} channel={channel} post={post} account={account} />
        return error ? null : <Skeleton key={channel} className="h-32" />
      })}
    </section>
  )
}

function PreviewCard({
  channel,
  post,
  account,
}: {
  channel: ChannelId
  post: PreviewChannel
  account: SocialConnection | undefined
}) {
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
        <Counter channel={channel} limits={post.limits} />
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
        <LeadsTo post={post} />
      </div>
    </article>
  )
}

/** A short link does not tell its reader where it leads, so the author is told. */
function LeadsTo({ post }: { post: PreviewChannel }) {
  const { tracked_link: link } = post
  const isShown = link && (post.link === link.short_url || post.text.includes(link.short_url))
  if (!isShown) return null
  return (
    <p className="text-sm text-ink-soft wrap-anywhere">
      The link counts its clicks and leads to {link.destination_url}
      {link.is_placeholder && '. It gets its final code when the story is saved.'}
    </p>
  )
}

function PostText({ post: { text, warnings } }: { post: PreviewChannel }) {
  const isSilent = warnings.some(({ code }) => code === 'text_not_posted')
  if (text === '') return <p className="text-ink-soft">{isSilent ? 'Goes out without words.' : 'No text yet.'}</p>
  return <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
}

function ThreadText({ parts }: { parts: string[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a thread are their places.
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
      {media.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one address may stand twice.
        <li key={index}>
          <Medium channel={channel} item={item} isAlone={media.length === 1} />
          {item.rendition && <Changed rendition={item.rendition} />}
        </li>
      ))}
    </ul>
  )
}

type MediumProps = { channel: ChannelId; item: PreviewChannel['media'][number]; isAlone: boolean }

function Medium({ channel, item, isAlone }: MediumProps) {
  const { url, alt_text, width, height, cropped_to } = item
  const alt = alt_text ?? ''
  if (cropped_to && width && height) {
    return <CroppedPicture {...{ url, alt, width, height }} network={channelNames[channel]} croppedTo={cropped_to} />
  }
  return <Thumbnail url={url} alt={alt} className={isAlone ? 'aspect-video w-full' : 'aspect-square w-full'} />
}

/** The picture that stands for a film or a link. */
function Cover({ channel, cover }: { channel: ChannelId; cover: NonNullable<PreviewChannel['cover']> }) {
  const { url, width, height, cropped_to, rendition } = cover
  return (
    <div className="flex items-center gap-3">
      {cropped_to && width && height ? (
        <div className="w-24 shrink-0">
          <CroppedPicture {...{ url, width, height }} alt="" network={channelNames[channel]} croppedTo={cropped_to} />
        </div>
      ) : (
        <Thumbnail url={url} alt="" className="aspect-square w-16 shrink-0" />
      )}
      <div className="text-sm text-ink-soft">
        <p>Cover</p>
        {rendition && <Changed rendition={rendition} />}
      </div>
    </div>
  )
}

type Rendition = NonNullable<PreviewChannel['media'][number]['rendition']>

function Changed({ rendition: { is_made, reasons } }: { rendition: Rendition }) {
  return (
    <p className="mt-0.5 text-ink-soft text-xs">
      {is_made ? 'Goes out ' : 'Will go out '}
      {reasons.map((reason) => changes[reason]).join(', ')}
    </p>
  )
}

/** What of a file is changed so that the network takes it. */
const changes: Record<Rendition['reasons'][number], string> = {
  type: 'as another file type',
  bytes: 'in fewer bytes',
  pixels: 'smaller',
  dimensions: 'smaller',
  orientation: 'turned upright',
  location: 'without its place',
  moov_first: 'with its index in front',
}
