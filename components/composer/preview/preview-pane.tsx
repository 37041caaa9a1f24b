'use client'

import { LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChannelId } from '@/lib/channel-ids'
import { useEditor } from '../state/editor-context'
import { ChannelSwitch } from './channel-switch'
import { CharacterCounter } from './character-counter'
import { EmptyPreview } from './empty-preview'

// Loaded with the first preview.
const ShownPost = lazyComponent(
  () => import('./shown-post').then((it) => it.ShownPost),
  () => <Skeleton className="h-96" />,
)

type Props = {
  channels: readonly ChannelId[]
  /** The channel that is being edited; null for all. */
  edited: ChannelId | null
  /** Shown if there are no channels. */
  emptyText: string
  /** When the story is published; null for now. */
  at: string | null
  isUpdating: boolean
  error: unknown
}

/** The post of one channel as its network shows it. It follows the edited channel; the others are one click away. */
export function PreviewPane({ channels, edited, emptyText, at, isUpdating, error }: Props) {
  const { preview } = useEditor()
  const [chosen, setChosen] = useState<{ channel: ChannelId; edited: ChannelId | null } | null>(null)
  const wanted = chosen && chosen.edited === edited ? chosen.channel : edited
  const channel = channels.find((one) => one === wanted) ?? channels[0]
  const post = channel && preview[channel]
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-3">
      <div className="flex min-h-8 items-center gap-2">
        <h2 id="preview" className="font-semibold @max-4xl:sr-only">
          Preview
        </h2>
        {isUpdating && channel && (
          <LoaderCircle aria-label="Updating" size={16} className="animate-spin text-ink-soft" />
        )}
        {channel && channels.length > 1 && (
          <ChannelSwitch channels={channels} shown={channel} onShow={(next) => setChosen({ channel: next, edited })} />
        )}
      </div>
      {!channel && <EmptyPreview text={emptyText} />}
      {Boolean(error) && <ErrorNote isReading error={error} title="Preview not available" />}
      {channel && post && (
        <article
          aria-label={`Preview for ${channelNames[channel]}`}
          data-channel={channel}
          className="panel overflow-hidden"
        >
          <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2">
            <span className="font-medium">{channelNames[channel]}</span>
            <CharacterCounter channel={channel} limits={post.limits} />
          </header>
          <ShownPost key={channel} channel={channel} post={post} at={at} />
        </article>
      )}
      {channel && !post && !error && <Skeleton className="h-96" />}
    </section>
  )
}
