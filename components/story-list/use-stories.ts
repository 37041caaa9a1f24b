import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { storyKeys } from '@/components/stories/query-keys'
import { boundsOf, pageSize, reviewQueryOf, type StoryFilter, statusesOf } from '@/components/stories/story-filter'
import { useZone } from '@/components/time/zone'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { call } from '@/lib/api/client'
import type { AnswerTo, RequestTo } from '@/lib/api/operation'
import { listStories } from '@/lib/openapi/operations.generated'
import type { ListedStory } from '@/lib/stories/contract'

export type StoriesPage = AnswerTo<typeof listStories>

const pollMs = 20_000
/** The API sorts by time only, so another order needs all stories: at most this many pages of this size. */
const [wholeSize, wholePagesMax] = [200, 5]

type Words = StoryFilter & { words: string }

const inputOf = (projectId: string, { words, ...filter }: Words, timeZone: string): RequestTo<typeof listStories> => ({
  project_id: projectId,
  sort: 'time',
  status: statusesOf(filter).join(),
  ...reviewQueryOf(filter),
  channel: filter.channel ?? undefined,
  content_type: filter.pillar ?? undefined,
  author: filter.author ?? undefined,
  q: words || undefined,
  ...boundsOf(filter.date, new Date(), timeZone),
})

/** @param filter with `isWhole`, all pages are loaded */
export function useStories(projectId: string, filter: Words & { isWhole: boolean }, initial: StoriesPage | undefined) {
  const { timeZone } = useZone()
  const query = useInfiniteQuery({
    queryKey: storyKeys.list(projectId, filter),
    queryFn: ({ pageParam, signal }) =>
      call(
        listStories,
        {
          ...inputOf(projectId, filter, timeZone),
          limit: filter.isWhole ? wholeSize : pageSize,
          cursor: pageParam,
          ...(pageParam === undefined ? { count: 'true' as const } : {}),
        },
        { signal },
      ),
    ...cursorPages,
    // Keeps the last rows while typing and sorting, to avoid flicker.
    placeholderData: (before, query) => (query?.queryKey[1] === projectId ? before : undefined),
    ...(initial ? startingWith(initial) : {}),
    refetchInterval: filter.isWhole ? pollMs * 3 : pollMs,
  })
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query
  const pages = data?.pages.length ?? 0
  const isMissing = filter.isWhole && hasNextPage && !isPlaceholderData && pages < wholePagesMax
  useEffect(() => {
    if (isMissing && !isFetching && !isError) void fetchNextPage()
  }, [isMissing, isFetching, isError, fetchNextPage])
  return query
}

/** Loads all stories that match a filter, up to 1,000. */
export function useAllStories(projectId: string, filter: Words): () => Promise<ListedStory[]> {
  const { timeZone } = useZone()
  return async () => {
    const input = inputOf(projectId, filter, timeZone)
    const stories: ListedStory[] = []
    let cursor: string | undefined
    do {
      const page = await call(listStories, { ...input, limit: wholeSize, cursor })
      stories.push(...page.stories)
      cursor = page.next_cursor ?? undefined
    } while (cursor && stories.length < wholeSize * wholePagesMax)
    return stories
  }
}
