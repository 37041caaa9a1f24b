'use client'

import { AlignLeft } from 'lucide-react'
import Link from 'next/link'
import { RowNumbers } from '@/components/analytics/story-numbers'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { Thumbnail } from '@/components/media/thumbnail'
import { formatRelative } from '@/components/time/formats'
import { Time } from '@/components/time/zone'
import type { ListedStory } from '@/lib/stories/contract'
import { StoryMenu } from './story-actions'
import { StoryStatusChip } from './story-status'
import { headlineOf } from './story-text'

export function StoryRow({ story, now }: { story: ListedStory; now: Date }) {
  const headline = headlineOf(story)
  const address = `/${story.project_id}/stories/${story.id}`
  const picture = story.media_urls[0]
  return (
    <li className="relative flex items-start gap-3.5 p-4 hover:bg-sunken/50">
      {picture ? (
        <Thumbnail url={picture} className="hidden size-16 sm:block" />
      ) : (
        // Holds the place of a picture, so that the words of all rows begin at one line.
        <span className="hidden size-16 shrink-0 items-center justify-center rounded-lg border border-line bg-sunken text-ink-soft sm:flex">
          <AlignLeft aria-hidden size={20} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <StoryStatusChip
            status={story.status}
            scheduledAt={story.scheduled_at}
            now={now}
            isWaiting={story.waits_for_approval}
          />
          <ChannelIcons channels={story.channels} />
        </div>
        <h2 className="font-semibold wrap-anywhere">
          {/* The link covers its row; the menu stands above it. */}
          <Link href={address} className="after:absolute after:inset-0">
            {headline}
          </Link>
        </h2>
        {story.title && <p className="line-clamp-2 text-ink-soft wrap-anywhere">{story.caption}</p>}
        <p className="mt-1 text-sm text-ink-soft">
          <StoryTime story={story} now={now} />
          <RowNumbers story={story} />
        </p>
      </div>
      <div className="relative z-10">
        <StoryMenu story={story} headline={headline} />
      </div>
    </li>
  )
}

/** The one moment that matters in the state that the story is in. */
function StoryTime({ story, now }: { story: ListedStory; now: Date }) {
  const { status, scheduled_at, published_at, updated_at } = story
  if (status === 'scheduled' && scheduled_at) {
    return (
      <>
        <Time at={scheduled_at} />, <span suppressHydrationWarning>{formatRelative(scheduled_at, now)}</span>
      </>
    )
  }
  if (published_at) {
    return (
      <>
        Published <Time at={published_at} />
      </>
    )
  }
  if (status !== 'draft' && scheduled_at) {
    return (
      <>
        Was set for <Time at={scheduled_at} />
      </>
    )
  }
  return (
    <>
      Changed <Time at={updated_at} />
    </>
  )
}
