'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { ItemNumbers, StoryNumbers } from '@/components/analytics/story-numbers'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { Thumbnail } from '@/components/media/thumbnail'
import { WentOutLate } from '@/components/queue/lateness'
import { PinReminder } from '@/components/queue/pin-reminder'
import { PostLink } from '@/components/queue/queue-row'
import { QueueStatusChip } from '@/components/queue/queue-status'
import { reasonOf, remedyOf } from '@/components/queue/reasons'
import { ReviewButtons, ReviewNote } from '@/components/queue/review-buttons'
import { usePause } from '@/components/queue/use-pause'
import { formatRelative } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Time, ZoneLine } from '@/components/time/zone'
import { StoryLinks } from '@/components/tracking/story-links'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import { getStory } from '@/lib/api/operations.generated'
import type { QueueItem } from '@/lib/queue/contract'
import type { StoryDetail as Detail } from '@/lib/stories/contract'
import { KeptNote } from './kept-note'
import { storyKeys } from './keys'
import { StoryButtons } from './story-actions'
import { StoryStatusChip } from './story-status'
import { headlineOf } from './story-text'
import { StoryTimeline, type TimelineEntries } from './story-timeline'
import { StoryWarnings } from './story-warnings'

const calmPollMs = 30_000
const busyPollMs = 2_000
const aroundMs = 5 * 60_000

/** Looks closely while something is going out, and now and then otherwise. */
function pollEvery(story: Detail | undefined): number {
  const isAround = story?.content_queue.some(
    ({ status, scheduled_at }) =>
      status === 'approved' && scheduled_at && Math.abs(Date.now() - new Date(scheduled_at).getTime()) < aroundMs,
  )
  return isAround ? busyPollMs : calmPollMs
}

type Props = { initial: Detail; timeline: TimelineEntries; now: string }

export function StoryDetail({ initial, timeline, now: renderedAt }: Props) {
  const { project_id, id } = initial
  const now = useNow(renderedAt, 5_000)
  const isPaused = usePause(project_id) !== null
  const { data: story, error } = useQuery({
    queryKey: storyKeys.one(project_id, id),
    queryFn: ({ signal }) => call(getStory, { id }, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) => pollEvery(state.data),
  })
  return (
    <>
      <Link
        href={`/${project_id}/stories`}
        className="mb-3 inline-flex min-h-8 items-center gap-1.5 text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        Stories
      </Link>
      <PageHeader title={headlineOf(story)} action={<StoryButtons story={story} />}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          <StoryStatusChip
            status={story.status}
            scheduledAt={story.scheduled_at}
            now={now}
            isWaiting={waitsForApproval(story)}
          />
          <StoryWhen story={story} now={now} />
          <span className="text-sm">
            <ZoneLine />
          </span>
        </span>
      </PageHeader>
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="This page may be out of date" />
        </div>
      )}
      <KeptNote story={story} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <StoryWarnings story={story} />
          <section aria-labelledby="where">
            <h2 id="where" className="mb-2 font-semibold">
              Where it goes
            </h2>
            <ul className="panel divide-y divide-line">
              {story.content_queue.map((item) => (
                <ChannelRow key={item.id} item={item} now={now} isPaused={isPaused} />
              ))}
            </ul>
            <div className="mt-2">
              <ReviewNote items={story.content_queue} />
            </div>
          </section>
          <StoryNumbers story={story} />
          <StoryContent story={story} />
          <StoryLinks story={story} />
        </div>
        <StoryTimeline projectId={project_id} storyId={id} initial={timeline} updatedAt={story.updated_at} />
      </div>
    </>
  )
}

/** Of what is still to go out, nothing is approved. */
const waitsForApproval = ({ status, content_queue: items }: Detail): boolean =>
  status === 'scheduled' &&
  items.some((item) => item.status === 'pending') &&
  !items.some((item) => item.status === 'approved')

function StoryWhen({ story, now }: { story: Detail; now: Date }) {
  const { status, scheduled_at, published_at } = story
  if (status === 'scheduled' && scheduled_at) {
    return (
      <span>
        <Time at={scheduled_at} /> (<span suppressHydrationWarning>{formatRelative(scheduled_at, now)}</span>)
      </span>
    )
  }
  if (published_at) {
    return (
      <span>
        since <Time at={published_at} />
      </span>
    )
  }
  return null
}

function ChannelRow({ item, now, isPaused }: { item: QueueItem; now: Date; isPaused: boolean }) {
  const reason = reasonOf(item, now, { isPaused })
  const remedy = remedyOf(item)
  return (
    <li id={item.channel} className="flex scroll-mt-20 flex-wrap items-start gap-x-4 gap-y-2 p-4 target:bg-accent-wash">
      <span className="flex w-32 items-center gap-2 font-medium">
        <ChannelIcon channel={item.channel} />
        {channelNames[item.channel]}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <QueueStatusChip item={item} now={now} />
          {item.published_at ? (
            <Time at={item.published_at} className="text-ink-soft" />
          ) : (
            item.scheduled_at && item.status !== 'draft' && <Time at={item.scheduled_at} className="text-ink-soft" />
          )}
          {item.published_url && <PostLink item={item} />}
          <WentOutLate item={item} />
        </div>
        <ItemNumbers item={item} />
        {reason && <p className="mt-1 wrap-anywhere">{reason}</p>}
        {remedy && <p className="mt-1 text-ink-soft">{remedy}</p>}
        <PinReminder item={item} now={now} />
        {item.attempt_count > 1 && item.status !== 'posted' && (
          <p className="text-sm text-ink-soft">Tried {item.attempt_count} times so far.</p>
        )}
      </div>
      {item.status === 'pending' && <ReviewButtons item={item} />}
    </li>
  )
}

/** The words and pictures; of the channels only those that get something else. */
function StoryContent({ story }: { story: Detail }) {
  const texts = new Map<string, Detail['channels']>()
  for (const channel of story.channels) {
    const text = story.variants[channel]?.text ?? story.caption
    texts.set(text, [...(texts.get(text) ?? []), channel])
  }
  return (
    <section aria-labelledby="content" className="flex flex-col gap-3">
      <h2 id="content" className="font-semibold">
        What it says
      </h2>
      {[...texts].map(([text, channels]) => (
        <div key={channels.join()} className="panel flex flex-col gap-2 p-4">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
            {channels.map((channel) => (
              <span key={channel} className="flex items-center gap-1">
                <ChannelIcon channel={channel} size={15} />
                {channelNames[channel]}
              </span>
            ))}
          </p>
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        </div>
      ))}
      {story.slides.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {story.slides.map(({ media_url, alt_text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one address may stand twice.
            <li key={index}>
              <a href={media_url} target="_blank" rel="noreferrer" className="block">
                <Thumbnail url={media_url} alt={alt_text || `Picture ${index + 1}`} className="size-24" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {story.destination_url && (
        <p className="wrap-anywhere">
          <span className="text-ink-soft">Leads to </span>
          <a href={story.destination_url} target="_blank" rel="noreferrer" className="text-accent underline">
            {story.destination_url}
          </a>
        </p>
      )}
    </section>
  )
}
