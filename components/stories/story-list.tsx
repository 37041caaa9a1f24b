'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FilterX, Newspaper } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote } from '@/components/projects/role'
import { useNow } from '@/components/time/use-now'
import { ZoneLine } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listStories } from '@/lib/api/operations.generated'
import { ComposeLink } from './compose-link'
import { storyKeys } from './keys'
import { pageSize, readFilter, type StoryFilter, statusesOf, writeFilter } from './story-filter'
import { StoryFilterBar } from './story-filter-bar'
import { StoryRow } from './story-row'

type Page = AnswerTo<typeof listStories>
type Props = { projectId: string; initial: Page; initialFilter: StoryFilter; now: string }

export function StoryList({ projectId, initial, initialFilter, now: renderedAt }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const filter = readFilter({ status: search.get('status'), channel: search.get('channel') })
  const isInitial = writeFilter(filter) === writeFilter(initialFilter)
  const stories = useStories(projectId, filter, isInitial ? initial : undefined)
  // The list changes at once; the server is not asked for the page again.
  const show = (next: StoryFilter): void => window.history.replaceState(null, '', `${pathname}${writeFilter(next)}`)
  const isFiltered = filter.status !== null || filter.channel !== null
  return (
    <>
      <PageHeader title="Stories">
        Newest first. <ZoneLine />
      </PageHeader>
      {(stories.data?.pages[0]?.stories.length ?? 0) > 0 && (
        <RoleNote scope="stories:write" className="-mt-3 mb-4 text-ink-soft" />
      )}
      <StoryFilterBar filter={filter} onChange={show} />
      <Stories
        stories={stories}
        renderedAt={renderedAt}
        empty={
          isFiltered ? (
            <EmptyState
              Icon={FilterX}
              title="No story fits these filters"
              action={<Button onClick={() => show({ status: null, channel: null })}>Show all stories</Button>}
            >
              Stories of other states or channels are hidden just now.
            </EmptyState>
          ) : (
            <EmptyState
              Icon={Newspaper}
              title="No stories yet"
              action={<ComposeLink projectId={projectId}>Write the first story</ComposeLink>}
            >
              A story is written once and goes out to every channel that you choose, now or at a time of yours. What was
              archived stands under the status Archived.
            </EmptyState>
          )
        }
      />
    </>
  )
}

/** Comes round more often while something is about to change. */
const pollMs = 20_000

function useStories(projectId: string, filter: StoryFilter, initial: Page | undefined) {
  return useInfiniteQuery({
    queryKey: storyKeys.list(projectId, filter),
    queryFn: ({ pageParam, signal }) =>
      call(
        listStories,
        {
          project_id: projectId,
          limit: pageSize,
          cursor: pageParam,
          status: statusesOf(filter).join(),
          channel: filter.channel ?? undefined,
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
    ...(initial ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
    refetchInterval: pollMs,
  })
}

function Stories({
  stories,
  renderedAt,
  empty,
}: {
  stories: ReturnType<typeof useStories>
  renderedAt: string
  empty: React.ReactNode
}) {
  const now = useNow(renderedAt)
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = stories
  if (isPending) return <ListSkeleton label="Loading stories" />
  const rows = data?.pages.flatMap((page) => page.stories) ?? []
  return (
    <div className="flex flex-col gap-4">
      {error && (
        <ErrorNote
          isReading
          error={error}
          title="The list may be out of date"
          action={
            <Button isSmall onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {rows.length === 0 && !error && empty}
      {rows.length > 0 && (
        <ul className="panel divide-y divide-line">
          {rows.map((story) => (
            <StoryRow key={story.id} story={story} now={now} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
