'use client'

import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { StoryMetrics } from '@/components/analytics/story-metrics'
import { ErrorNote } from '@/components/errors/error-note'
import { PillarName } from '@/components/pillars/pillar-name'
import { usePillars } from '@/components/pillars/use-pillars'
import { useMay } from '@/components/projects/role'
import { useForecast } from '@/components/queue/forecast/use-forecast'
import { MoreTimes } from '@/components/stories/more-times'
import { storyKeys } from '@/components/stories/query-keys'
import { retryingBadge, retryingChannels } from '@/components/stories/retrying'
import { StatusChip } from '@/components/stories/status-badges'
import { StoryButtons } from '@/components/stories/story-actions'
import { riskOf, StoryStatusChip } from '@/components/stories/story-status'
import { formatRelative } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Time, ZoneLine } from '@/components/time/zone'
import { StoryLinks } from '@/components/tracking/story-links'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PageHeader } from '@/components/ui/page-header'
import { Button } from '@/components/ui/plain-button'
import { call } from '@/lib/api/client'
import type { SocialConnection } from '@/lib/connections/contract'
import { getStory } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { StoryDetail as Detail } from '@/lib/stories/contract'
import { isRejectedInReview } from '@/lib/stories/status'
import type { TimelineEntries } from './activity/story-timeline'
import { ClientReviewCard, EditorsLine, LocalDraftNote, StoryTimeline, StoryWarnings } from './lazy-parts'
import { type Posts, StoryPosts } from './story-posts'

// Most stories have no comments at their networks.
const StoryComments = lazyComponent(
  () => import('@/components/inbox/story-comments').then((it) => it.StoryComments),
  (loading) => (loading.state === 'failed' ? <InlineLoading {...loading} /> : null),
)

const TeamComments = lazyComponent(
  () => import('@/components/story-comments/team-comments').then((it) => it.TeamComments),
  InlineLoading,
)

// Only drafts have it.
const ScheduleDraft = lazyComponent(
  () => import('@/components/story-schedule/schedule-draft').then((it) => it.ScheduleDraft),
  (loading) =>
    loading.state === 'failed' ? (
      <InlineLoading {...loading} />
    ) : (
      <Button tone="primary" disabled icon={<CalendarClock aria-hidden size={16} />} className="pr-11">
        Schedule
      </Button>
    ),
)

const idlePollMs = 15_000
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

type Props = {
  initial: Detail
  posts: { posts: Posts; connections: SocialConnection[] }
  timeline: TimelineEntries
  now: string
}

export function StoryDetail({ initial, posts: initialPosts, timeline, now: renderedAt }: Props) {
  const { project_id, id } = initial
  const now = useNow(renderedAt, 5_000)
  const pillars = usePillars(project_id)
  const mayPublish = useMay('stories:publish')
  const { data: story, error } = useQuery({
    queryKey: storyKeys.one(project_id, id),
    queryFn: ({ signal }) => call(getStory, { id }, { signal }),
    initialData: initial,
    refetchInterval: ({ state }) => pollIntervalMs(state.data),
  })
  const forecast = useForecast(project_id, story.status === 'scheduled').filter(({ story_id }) => story_id === id)
  const retrying = retryingChannels(story.content_queue, now)
  // The reason of a failure comes before everything else.
  const hasFailed = story.content_queue.some(({ status }) => status === 'failed')
  return (
    <>
      <PageHeader
        title={headlineOf(story)}
        back={{ href: `/${project_id}/stories`, label: 'Stories' }}
        action={
          <StoryButtons
            story={story}
            headline={headlineOf(story)}
            isRetrying={retrying.length > 0}
            publish={mayPublish && story.status === 'draft' ? <ScheduleDraft story={story} now={now} /> : null}
          />
        }
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {retrying.length > 0 ? (
            <StatusChip {...retryingBadge(retrying)} />
          ) : (
            <StoryStatusChip
              status={story.status}
              scheduledAt={story.scheduled_at}
              now={now}
              isWaiting={waitsForApproval(story)}
              risk={riskOf(forecast)}
              isRejected={isRejectedInReview(story.status, story.content_queue)}
              isImported={story.is_imported}
            />
          )}
          <StoryWhen story={story} now={now} />
          {story.editors.length > 0 && <EditorsLine editors={story.editors} />}
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
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {story.warnings.length > 0 && <StoryWarnings story={story} />}
          {!hasFailed && <StoryMetrics story={story} />}
          <StoryPosts {...{ story, now, forecast }} initial={{ ...initialPosts, updatedAt: initial.updated_at }} />
          {hasFailed && <StoryMetrics story={story} />}
          <StoryComments projectId={project_id} storyId={id} />
          <StoryLinks story={story} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {(story.client_review || (retrying.length === 0 && isPlanned(story))) && <ClientReviewCard story={story} />}
          <section id="comments" aria-labelledby="team-comments" className="scroll-mt-20">
            <h2 id="team-comments" className="mb-2 font-semibold">
              Comments
              {story.comments_count > 0 && (
                <span className="ml-2 font-normal text-ink-soft tabular-nums">{story.comments_count}</span>
              )}
            </h2>
            <div className="panel p-4">
              <TeamComments projectId={project_id} storyId={id} hasClient={story.client_review !== null} />
            </div>
          </section>
          <StoryTimeline projectId={project_id} storyId={id} initial={timeline} updatedAt={story.updated_at} />
        </div>
      </div>
    </>
  )
}

const isPlanned = ({ status }: Detail): boolean => status === 'draft' || status === 'scheduled'

/** Posts are pending and none is approved. */
const waitsForApproval = ({ status, content_queue: items }: Detail): boolean =>
  status === 'scheduled' &&
  items.some((item) => item.status === 'pending') &&
  !items.some((item) => item.status === 'approved')

/** The times of the unpublished channels, each once. */
const waitingTimes = ({ content_queue: items }: Detail): string[] => [
  ...new Set(
    items.flatMap(({ status, scheduled_at }) =>
      (status === 'approved' || status === 'pending') && scheduled_at ? [scheduled_at] : [],
    ),
  ),
]

function StoryWhen({ story, now }: { story: Detail; now: Date }) {
  const { status, scheduled_at, published_at } = story
  if (status === 'scheduled' && scheduled_at) {
    return (
      <span>
        <Time at={scheduled_at} /> (<span suppressHydrationWarning>{formatRelative(scheduled_at, now)}</span>){' '}
        <MoreTimes times={waitingTimes(story)} />
      </span>
    )
  }
  return published_at && <Time at={published_at} />
}
