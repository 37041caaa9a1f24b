'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnections } from '@/components/connections/use-connections'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote } from '@/components/projects/role'
import { usePause } from '@/components/queue/pause/use-pause'
import { storyKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { ChannelId } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { previewStory } from '@/lib/openapi/operations.generated'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import type { StoryDetail } from '@/lib/stories/contract'
import { ReviewButtons } from './lazy-parts'
import { StoryPost } from './story-post'
import { failedFirst, useOpenChannel } from './use-open-channel'

export type Posts = AnswerTo<typeof previewStory>['channels']

type Props = {
  story: StoryDetail
  /** As the page was rendered. */
  initial: { posts: Posts; connections: SocialConnection[]; updatedAt: string }
  now: Date
  /** What will or may fail. */
  forecast: readonly ForecastIssue[]
}

/** With at most this many posts, all are open at first, unless one failed. */
const shortMax = 2

/** The channels of a story with their status and results. One shows its post as on its network. */
export function StoryPosts({ story, initial, now, forecast }: Props) {
  const { project_id: projectId, id, updated_at: updatedAt, content_queue: items } = story
  const isPaused = usePause(projectId) !== null
  const connections = useConnections(projectId, initial.connections)
  const { data: posts, error } = useQuery({
    queryKey: storyKeys.posts(projectId, id, updatedAt),
    queryFn: async ({ signal }) => (await call(previewStory, { id }, { signal })).channels,
    ...(updatedAt === initial.updatedAt ? { initialData: initial.posts } : {}),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const hasFailed = items.some(({ status }) => status === 'failed')
  const isShort = items.length <= shortMax && !hasFailed
  const [open, setOpen] = useOpenChannel(items)
  /** One of the few posts that are all open at first. */
  const [closed, setClosed] = useState<readonly ChannelId[]>([])
  const isOpen = (channel: ChannelId): boolean => (isShort ? !closed.includes(channel) : channel === open)
  const toggle = (channel: ChannelId): void => {
    if (!isShort) setOpen(channel === open ? null : channel)
    else setClosed(isOpen(channel) ? [...closed, channel] : closed.filter((one) => one !== channel))
  }
  const [pending, ...otherPending] = items.filter(({ status }) => status === 'pending')
  return (
    <section aria-labelledby="posts">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="posts" className="font-semibold">
          Posts
        </h2>
        {pending && otherPending.length > 0 && <ReviewButtons items={[pending, ...otherPending]} />}
      </div>
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The posts may be out of date" />
        </div>
      )}
      <ul className="panel divide-y divide-line overflow-hidden">
        {failedFirst(items).map((item) => (
          <StoryPost
            key={item.id}
            isOpen={isOpen(item.channel)}
            onToggle={() => toggle(item.channel)}
            item={item}
            post={posts?.[item.channel]}
            plannedComment={story.channel_overrides[item.channel]?.first_comment ?? null}
            connection={connections.find(({ channel }) => channel === item.channel)}
            now={now}
            isPaused={isPaused}
            issues={forecast.filter(({ queue_item_id }) => queue_item_id === item.id)}
          />
        ))}
      </ul>
      <div className="empty:hidden">{pending && <RoleNote least="admin" to="approve posts" />}</div>
    </section>
  )
}
