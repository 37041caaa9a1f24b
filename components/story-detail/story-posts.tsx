'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useConnections } from '@/components/connections/use-connections'
import { ErrorNote } from '@/components/errors/error-note'
import { usePause } from '@/components/queue/pause/use-pause'
import { ReviewNote } from '@/components/queue/review-buttons'
import { storyKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { SocialConnection } from '@/lib/connections/contract'
import { previewStory } from '@/lib/openapi/operations.generated'
import type { StoryDetail } from '@/lib/stories/contract'
import { StoryPost } from './story-post'

export type Posts = AnswerTo<typeof previewStory>['channels']

type Props = {
  story: StoryDetail
  /** As the page was rendered. */
  initial: { posts: Posts; connections: SocialConnection[]; updatedAt: string }
  now: Date
}

/** The post of each channel as its network shows it, with its status and results. */
export function StoryPosts({ story, initial, now }: Props) {
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
  return (
    <section aria-labelledby="posts">
      <h2 id="posts" className="mb-2 font-semibold">
        Posts
      </h2>
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The posts may be out of date" />
        </div>
      )}
      <ul className={items.length > 1 ? 'columns-[18rem] gap-4' : 'max-w-xl'}>
        {items.map((item) => (
          <StoryPost
            key={item.id}
            item={item}
            post={posts?.[item.channel]}
            plannedComment={story.channel_overrides[item.channel]?.first_comment ?? null}
            connection={connections.find(({ channel }) => channel === item.channel)}
            now={now}
            isPaused={isPaused}
          />
        ))}
      </ul>
      <div className="empty:hidden">
        <ReviewNote items={items} />
      </div>
    </section>
  )
}
