'use client'

import { SquareCheck, Upload } from 'lucide-react'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { usePillars } from '@/components/pillars/use-pillars'
import { RoleNote, useMay } from '@/components/projects/role'
import type { ViewState } from '@/components/saved-views/use-saved-views'
import { noFilter, readFilter, type StoryFilter, statusesOf, writeFilter } from '@/components/stories/story-filter'
import { StoryFilterBar } from '@/components/stories/story-filter-bar'
import { useNow } from '@/components/time/use-now'
import { ZoneLine } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { ColumnPicker } from '@/components/ui/data/column-picker'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { Pagination } from '@/components/ui/data/pagination'
import { SearchField } from '@/components/ui/data/search-field'
import type { Sort } from '@/components/ui/data/table'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { SavedSearch } from '@/lib/saved-searches/contract'
import { countedMax } from '@/lib/stories/counted-max'
import { useHiddenColumns } from './hidden-columns'
import { nextSort, readSort, sortOptions, sortStories, writeSort } from './sort-stories'
import { optionalColumns, StoriesTable } from './stories-table'
import { useAuthors } from './use-authors'
import { useDeletedStories } from './use-deleted-stories'
import { type StoriesPage, useAllStories, useStories } from './use-stories'

const SavedViews = lazyComponent(
  () => import('@/components/saved-views/saved-views').then((it) => it.SavedViews),
  () => (
    <span
      aria-hidden
      className="inline-flex h-7 items-center rounded-full border border-line-strong px-2.5 text-sm text-ink-soft pointer-coarse:h-9"
    >
      Views
    </span>
  ),
)

const NoStories = lazyComponent(
  () => import('./no-stories').then((it) => it.NoStories),
  (loading) => (loading.state === 'failed' ? <InlineLoading {...loading} /> : <ListSkeleton label="Loading stories" />),
)

type Props = { projectId: string; initial: StoriesPage; initialFilter: StoryFilter; now: string }

export function StoryList({ projectId, initial, initialFilter, now: renderedAt }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const filter = readFilter(Object.fromEntries(search))
  const words = search.get('q') ?? ''
  const sort = readSort(search.get('sort'))
  const isInitial = words === '' && sort === null && writeFilter(filter) === writeFilter(initialFilter)
  const stories = useStories(projectId, { ...filter, words, isWhole: sort !== null }, isInitial ? initial : undefined)
  const loadAll = useAllStories(projectId, { ...filter, words })
  const pillars = usePillars(projectId)
  const members = useAuthors(projectId)
  const columns = pillars.length > 0 ? optionalColumns : optionalColumns.filter(({ id }) => id !== 'pillar')
  const [hidden, setHidden] = useHiddenColumns()
  const [isSelecting, setIsSelecting] = useState(false)
  const mayWrite = useMay('stories:write')
  const hasStories = (stories.data?.pages[0]?.stories.length ?? 0) > 0
  // Changes the URL without a request for the page.
  const show = (next: StoryFilter, nextWords = words, nextOrder = sort): void => {
    const params = new URLSearchParams(writeFilter(next))
    if (nextWords) params.set('q', nextWords)
    if (nextOrder) params.set('sort', writeSort(nextOrder))
    window.history.replaceState(null, '', params.size > 0 ? `${pathname}?${params}` : pathname)
  }
  const open = ({ filter: saved, view }: SavedSearch): void => {
    setHidden(new Set(view?.hidden_columns))
    show(
      readFilter({
        status: view?.review ?? saved.statuses?.[0],
        channel: saved.channels?.[0],
        pillar: saved.content_types?.[0],
        author: view?.author,
        date: view?.date,
      }),
      view?.q ?? '',
      readSort(view?.sort ?? null),
    )
  }
  return (
    <>
      <PageHeader
        title="Stories"
        tools={
          <search className="flex min-w-0 max-w-full flex-wrap items-center gap-2 max-sm:w-full">
            <SearchField label="Search stories" value={words} onChange={(next) => show(filter, next)} />
            {/* One row to scroll on phones. */}
            <div className="flex items-center gap-2 max-sm:-mx-4 max-sm:-my-1 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:contents max-sm:*:shrink-0 max-sm:[&>div]:flex-nowrap">
              <StoryFilterBar filter={filter} pillars={pillars} members={members} hasDate hasReview onChange={show} />
              {/* Wider screens have the heads of all columns to sort by. */}
              <span className="flex xl:hidden">
                <FilterChip
                  label="Sort"
                  options={sortOptions}
                  value={sort && writeSort(sort)}
                  onChange={(next) => show(filter, words, readSort(next))}
                />
              </span>
              <SavedViews projectId={projectId} current={viewOf(filter, { words, sort, hidden })} onOpen={open} />
            </div>
          </search>
        }
        action={
          <span className="flex items-center gap-3">
            <span className="text-xs text-ink-soft max-2xl:sr-only">
              <ZoneLine />
            </span>
            <span className="max-md:hidden">
              <ColumnPicker columns={columns} hidden={hidden} onChange={setHidden} />
            </span>
            {mayWrite && (
              <ButtonLink href={`/${projectId}/stories/import`} icon={<Upload aria-hidden size={16} />}>
                Import
              </ButtonLink>
            )}
            {mayWrite && hasStories && (
              // Wider screens always show the checkboxes.
              <span className="sm:hidden">
                <Button
                  isSmall
                  aria-pressed={isSelecting}
                  tone={isSelecting ? 'primary' : 'secondary'}
                  icon={<SquareCheck aria-hidden size={16} />}
                  onClick={() => setIsSelecting(!isSelecting)}
                >
                  {isSelecting ? 'Done' : 'Select'}
                </Button>
              </span>
            )}
          </span>
        }
      />
      {hasStories && <RoleNote scope="stories:write" className="-mt-3 mb-4 text-ink-soft" />}
      <Stories
        projectId={projectId}
        hidden={hidden}
        pillars={pillars}
        stories={stories}
        sort={sort}
        onSort={(column) => show(filter, words, nextSort(sort, column))}
        isSelecting={isSelecting}
        onSelectingEnd={() => setIsSelecting(false)}
        onLoadAll={stories.hasNextPage ? loadAll : undefined}
        renderedAt={renderedAt}
        empty={
          <NoStories
            projectId={projectId}
            words={words}
            isFiltered={writeFilter(filter) !== ''}
            onClearWords={() => show(filter, '')}
            onShowAll={() => show(noFilter, '')}
          />
        }
      />
    </>
  )
}

/** What a saved view keeps. */
const viewOf = (
  { status, channel, pillar, author, date }: StoryFilter,
  { words, sort, hidden }: { words: string; sort: Sort | null; hidden: ReadonlySet<string> },
): ViewState => ({
  filter: {
    ...(status ? { statuses: statusesOf({ status }) } : {}),
    ...(channel ? { channels: [channel] } : {}),
    ...(pillar ? { content_types: [pillar] } : {}),
  },
  view: {
    screen: 'stories',
    q: words,
    sort: sort ? writeSort(sort) : null,
    hidden_columns: [...hidden].sort(),
    ...(status === 'waiting' || status === 'rejected' ? { review: status } : {}),
    ...(author ? { author } : {}),
    ...(date ? { date } : {}),
  },
})

type StoriesProps = Omit<ComponentProps<typeof StoriesTable>, 'stories' | 'now' | 'deleted'> & {
  stories: ReturnType<typeof useStories>
  renderedAt: string
  empty: ReactNode
}

function Stories({ stories, renderedAt, empty, ...table }: StoriesProps) {
  const now = useNow(renderedAt)
  const { data, error, isPending, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = stories
  const { sort } = table
  const sorted = useMemo(() => sortStories(data?.pages.flatMap((page) => page.stories) ?? [], sort), [data, sort])
  const deleted = useDeletedStories()
  const rows = deleted.withoutDeleted(sorted)
  if (isPending) return <ListSkeleton label="Loading stories" />
  return (
    <div className="flex flex-col gap-4">
      {error && (
        <ErrorNote isReading error={error} title="The list may be out of date" onRetry={() => void refetch()} />
      )}
      {rows.length === 0 && !error && !isPlaceholderData && empty}
      {rows.length > 0 && (
        <>
          {/* Each select mode starts and ends with nothing selected. */}
          <StoriesTable key={String(table.isSelecting)} {...table} stories={rows} now={now} deleted={deleted} />
          <Pagination
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
            shown={rows.length}
            total={data?.pages[0]?.total}
            totalMax={countedMax}
            noun="stories"
          />
        </>
      )}
    </div>
  )
}
