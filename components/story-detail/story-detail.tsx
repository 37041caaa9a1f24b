'use client'

import { useQuery } from '@tanstack/react-query'
import { ItemMetrics, StoryMetrics } from '@/components/analytics/story-metrics'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { StoryComments } from '@/components/inbox/story-comments'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { PillarName } from '@/components/pillars/pillar-name'
import { usePillars } from '@/components/pillars/use-pillars'
import { PublishedLate } from '@/components/queue/lateness'
import { usePause } from '@/components/queue/pause/use-pause'
import { PinReminder } from '@/components/queue/pin-reminder'
import { PostLink } from '@/components/queue/post-link'
import { reasonOf, remedyOf } from '@/components/queue/queue-reasons'
import { QueueStatusChip } from '@/components/queue/queue-status'
import { ReviewButtons, ReviewNote } from '@/components/queue/review-buttons'
import { storyKeys } from '@/components/stories/query-keys'
import { StoryButtons } from '@/components/stories/story-actions'
import { StoryStatusChip } from '@/components/stories/story-status'
import { formatRelative } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Time, ZoneLine } from '@/components/time/zone'
import { StoryLinks } from '@/components/tracking/story-links'
import { withKeys } from '@/components/ui/data/with-keys'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import { getStory } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { StoryDetail as Detail } from '@/lib/stories/contract'
import { FirstCommentStatus } from './first-comment-status'
import { LocalDraftNote } from './local-draft-note'
import { StoryTimeline, type TimelineEntries } from './story-timeline'
import { StoryWarnings } from './story-warnings'

const idlePollMs = 30_000
const busyPollMs = 2_000
const nearMs = 5 * 60_000

/** Polls faster around publishing times. */
function pollIntervalMs(story: Detail | undefined): number {
  const isNear = story?.content_queue.some(
    ({ status, scheduled_at, first_comment }) =>
      first_comment?.status === 'pending' ||
      (status === 'approved' && scheduled_at && Math.abs(Date.now() - new Date(scheduled_at).getTime()) < nearMs),
  )
  return isNear ? busyPollMs : idlePollMs
}

type Props = { initial: Detail; timeline: TimelineEntries; now: string }

export function StoryDetail({ initial, timeline, now: renderedAt }: Props) {
  const { project_id, id } = initial
  const now = useNow(renderedAt, 5_000)
  const isPaused = usePause(project_id) !== null
  const pillars = usePillars(project_id)
  const { data: story, error } = useQuery({
    queryKey: storyKeys.one(project_id, id),
    queryFn: ({ signal }) => call(getStory, { id }, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) => pollIntervalMs(state.data),
  })
  return (
    <>
      <PageHeader
        title={headlineOf(story)}
        back={{ href: `/${project_id}/stories`, label: 'Stories' }}
        action={<StoryButtons story={story} headline={headlineOf(story)} />}
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StoryStatusChip
            status={story.status}
            scheduledAt={story.scheduled_at}
            now={now}
            isWaiting={waitsForApproval(story)}
          />
          <StoryWhen story={story} now={now} />
          {story.content_type && <PillarName pillars={pillars} contentType={story.content_type} />}
          <span className="text-xs max-2xl:sr-only">
            <ZoneLine />
          </span>
        </span>
      </PageHeader>
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="This page may be out of date" />
        </div>
      )}
      <LocalDraftNote story={story} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <StoryWarnings story={story} />
          <section aria-labelledby="channels">
            <h2 id="channels" className="mb-2 font-semibold">
              Channels
            </h2>
            <ul className="panel divide-y divide-line">
              {story.content_queue.map((item) => (
                <ChannelRow
                  key={item.id}
                  item={item}
                  plannedComment={story.channel_overrides[item.channel]?.first_comment ?? null}
                  now={now}
                  isPaused={isPaused}
                />
              ))}
            </ul>
            <div className="mt-2 empty:hidden">
              <ReviewNote items={story.content_queue} />
            </div>
          </section>
          <StoryMetrics story={story} />
          <StoryComments projectId={project_id} storyId={id} />
          <StoryContent story={story} />
          <StoryLinks story={story} />
        </div>
        <StoryTimeline projectId={project_id} storyId={id} initial={timeline} updatedAt={story.updated_at} />
      </div>
    </>
  )
}

/** Posts are pending and none is approved. */
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
  return published_at && <Time at={published_at} />
}

type ChannelRowProps = {
  item: Detail['content_queue'][number]
  plannedComment: string | null
  now: Date
  isPaused: boolean
}

function ChannelRow({ item, plannedComment, now, isPaused }: ChannelRowProps) {
  const reason = reasonOf(item, now, { isPaused })
  const remedy = remedyOf(item)
  return (
    <li
      id={item.channel}
      data-review
      className="flex min-h-14 scroll-mt-20 flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3 first:rounded-t-xl last:rounded-b-xl target:bg-accent-wash"
    >
      <span className="flex min-h-7 w-32 items-center gap-2 font-medium">
        <ChannelIcon channel={item.channel} />
        {channelNames[item.channel]}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <QueueStatusChip item={item} now={now} />
          {item.published_at ? (
            <Time at={item.published_at} className="text-ink-soft" />
          ) : (
            item.scheduled_at && item.status !== 'draft' && <Time at={item.scheduled_at} className="text-ink-soft" />
          )}
          <PublishedLate item={item} />
          {item.published_url && (
            <span className="sm:ml-auto">
              <PostLink item={item} />
            </span>
          )}
        </div>
        <ItemMetrics item={item} />
        {reason && <p className="mt-0.5 wrap-anywhere">{reason}</p>}
        {remedy && <p className="mt-0.5 text-sm text-ink-soft">{remedy}</p>}
        <FirstCommentStatus item={item} planned={plannedComment} />
        <PinReminder item={item} now={now} />
        {item.attempt_count > 1 && item.status !== 'posted' && (
          <p className="mt-0.5 text-sm text-ink-soft">{item.attempt_count} attempts so far.</p>
        )}
      </div>
      {item.status === 'pending' && <ReviewButtons items={[item]} />}
    </li>
  )
}

/** The texts, grouped by channels with the same text, and the media. */
function StoryContent({ story }: { story: Detail }) {
  const texts = new Map<string, Detail['channels']>()
  for (const channel of story.channels) {
    const text = story.variants[channel]?.text ?? story.caption
    texts.set(text, [...(texts.get(text) ?? []), channel])
  }
  return (
    <section aria-labelledby="content" className="flex flex-col gap-2">
      <h2 id="content" className="font-semibold">
        Content
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
          {withKeys(story.slides, ({ media_url }) => media_url).map(([key, { media_url, alt_text }], index) => (
            <li key={key}>
              <a href={media_url} target="_blank" rel="noreferrer" className="block">
                <Thumbnail url={media_url} alt={alt_text || `Media ${index + 1}`} className="size-24" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {story.destination_url && (
        <p className="wrap-anywhere">
          <span className="text-ink-soft">Link: </span>
          <a href={story.destination_url} target="_blank" rel="noreferrer" className="text-accent underline">
            {story.destination_url}
          </a>
        </p>
      )}
    </section>
  )
}
