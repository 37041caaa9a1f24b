'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorNote } from '@/components/errors/error-note'
import { StoryStatusChip } from '@/components/stories/story-status'
import { useNow } from '@/components/time/use-now'
import { Time } from '@/components/time/zone'
import { cursorPages } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { Skeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client'
import type { AssetStory } from '@/lib/media/contract'
import { listAssetStories } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import { plural } from '@/lib/text/number-text'
import { mediaKeys } from '../assets/media-keys'

const pageSize = 20

export const useAssetStories = (projectId: string, id: string) =>
  useInfiniteQuery({
    queryKey: mediaKeys.stories(projectId, id),
    queryFn: ({ pageParam, signal }) => call(listAssetStories, { id, limit: pageSize, cursor: pageParam }, { signal }),
    ...cursorPages,
  })

/** The stories that use a file, with their status. */
export function WhereUsed({ projectId, id }: { projectId: string; id: string }) {
  const query = useAssetStories(projectId, id)
  const { data, error, isPending } = query
  const stories = data?.pages.flatMap((page) => page.stories) ?? []
  return (
    <section aria-label="Used in" className="flex flex-col gap-2">
      <h3 className="font-medium">
        {stories.length > 0
          ? `Used in ${query.hasNextPage ? `more than ${stories.length} posts` : plural(stories.length, 'post')}`
          : 'Used in'}
      </h3>
      {isPending && <Skeleton className="h-10 w-full" />}
      {error && <ErrorNote isReading error={error} />}
      {data && stories.length === 0 && <p className="text-ink-soft">Not used yet.</p>}
      {stories.length > 0 && <StoryLinks projectId={projectId} stories={stories} />}
      <ShowMore query={query} isSmall />
    </section>
  )
}

export function StoryLinks({ projectId, stories }: { projectId: string; stories: AssetStory[] }) {
  const now = useNow(stories[0]?.scheduled_at ?? '1970-01-01T00:00:00Z')
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {stories.map((story) => {
        const time = story.published_at ?? story.scheduled_at
        return (
          <li key={story.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2">
            <Link href={`/${projectId}/stories/${story.id}`} className="min-w-0 py-0.5 underline wrap-anywhere">
              {headlineOf(story)}
            </Link>
            <span className="flex items-center gap-2 text-sm text-ink-soft">
              {time && <Time at={time} />}
              <StoryStatusChip
                status={story.status}
                scheduledAt={story.scheduled_at}
                now={now}
                isWaiting={story.waits_for_approval}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
