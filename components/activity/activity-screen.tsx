'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FilterX, History } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { ComposeLink } from '@/components/stories/compose-link'
import { formatTime } from '@/components/time/formats'
import { dayOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { ShowMore } from '@/components/ui/data/show-more'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { ActivityEntry } from '@/lib/activity/contract'
import { type ActivityKind, activityKinds } from '@/lib/activity/kinds'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listActivity } from '@/lib/openapi/operations.generated'
import { type ActivityFilter, activityQuery, readActivityFilter, writeActivityFilter } from './activity-filter'
import { ActivityRow } from './activity-row'

type Person = { user_id: string; name: string }

type Props = {
  projectId: string
  initial: AnswerTo<typeof listActivity>
  initialFilter: ActivityFilter
  members: readonly Person[]
}

const pollMs = 30_000

/** What happened in the project, by whom, newest first. */
export function ActivityScreen({ projectId, initial, initialFilter, members }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const filter = readActivityFilter({ kind: search.get('kind'), person: search.get('person') })
  const isInitial = writeActivityFilter(filter) === writeActivityFilter(initialFilter)
  const query = useInfiniteQuery({
    queryKey: ['activity', projectId, filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listActivity, { ...activityQuery(projectId, filter), cursor }, { signal }),
    ...cursorPages,
    ...(isInitial ? startingWith(initial) : {}),
    refetchInterval: pollMs,
  })
  const { data, error, isPending } = query
  const show = (next: ActivityFilter): void =>
    window.history.replaceState(null, '', `${pathname}${writeActivityFilter(next)}`)
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const hasFilter = filter.kind !== null || filter.userId !== null
  return (
    <>
      <PageHeader title="Activity" tools={<FilterBar filter={filter} members={members} onChange={show} />} />
      {error && (
        <div className="mb-4">
          <ErrorNote
            isReading
            error={error}
            title="The activity may be out of date"
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {isPending && <ListSkeleton rows={5} label="Loading activity" />}
      {data && entries.length === 0 && (
        <NoActivity projectId={projectId} hasFilter={hasFilter} onShowAll={() => show({ kind: null, userId: null })} />
      )}
      <Days entries={entries} projectId={projectId} />
      <ShowMore query={query} label="Show earlier activity" className="mt-3 max-w-4xl justify-center" />
    </>
  )
}

function Days({ entries, projectId }: { entries: readonly ActivityEntry[]; projectId: string }) {
  const { timeZone, locale } = useZone()
  const days = new Map<string, ActivityEntry[]>()
  for (const entry of entries) {
    const day = dayOf(entry.at, timeZone)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="mb-1.5 text-sm font-semibold text-ink-soft" suppressHydrationWarning>
            {formatTime(ofDay[0]?.at ?? '', 'day', timeZone, locale)}
          </h2>
          <ol className="panel divide-y divide-line overflow-hidden">
            {ofDay.map((entry) => (
              <ActivityRow key={entry.id} entry={entry} projectId={projectId} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

const kindLabels: Record<ActivityKind, string> = {
  content: 'Content',
  schedule: 'Schedule',
  approval: 'Approval',
  comments: 'Comments',
  clients: 'Client review',
  publishing: 'Publishing',
  project: 'Project',
}

const kindOptions = activityKinds.map((value) => ({ value, label: kindLabels[value] }))

type FilterProps = {
  filter: ActivityFilter
  members: readonly Person[]
  onChange: (filter: ActivityFilter) => void
}

const FilterBar = ({ filter, members, onChange }: FilterProps) => (
  <search className="flex flex-wrap items-center gap-2">
    <FilterChip
      label="Kind"
      options={kindOptions}
      value={filter.kind}
      onChange={(kind) => onChange({ ...filter, kind })}
    />
    <FilterChip
      label="Person"
      options={members.map(({ user_id, name }) => ({ value: user_id, label: name }))}
      value={filter.userId}
      onChange={(userId) => onChange({ ...filter, userId })}
    />
  </search>
)

type EmptyProps = { projectId: string; hasFilter: boolean; onShowAll: () => void }

const NoActivity = ({ projectId, hasFilter, onShowAll }: EmptyProps) =>
  hasFilter ? (
    <EmptyState
      Icon={FilterX}
      title="No activity matches these filters"
      action={<Button onClick={onShowAll}>Show all activity</Button>}
    >
      Other activity is hidden by the filters.
    </EmptyState>
  ) : (
    <EmptyState
      Icon={History}
      title="No activity yet"
      action={<ComposeLink projectId={projectId}>New story</ComposeLink>}
    >
      Edits, approvals, comments and published posts appear here.
    </EmptyState>
  )
