'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FilterX, Sparkles } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { RoleNote } from '@/components/projects/role'
import { ComposeLink } from '@/components/stories/compose-link'
import { Button } from '@/components/ui/button'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { ShowMore } from '@/components/ui/data/show-more'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client'
import { severities } from '@/lib/moments/kinds'
import { listMoments } from '@/lib/openapi/operations.generated'
import { MomentCard } from './moment-card'
import { SeverityIcon, severityLabels, statusLabels } from './moment-look'
import {
  type MomentsFilter,
  momentKeys,
  momentsQuery,
  readMomentsFilter,
  statusFilters,
  writeMomentsFilter,
} from './moments-filter'
import type { MomentPage } from './use-moment-actions'

/** Detection runs every five minutes. */
const pollMs = 60_000

type Props = { projectId: string; initial: MomentPage; initialFilter: MomentsFilter; now: string }

export function MomentsScreen({ projectId, initial, initialFilter, now }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const filter = readMomentsFilter({ status: search.get('status'), severity: search.get('severity') })
  const isInitial = writeMomentsFilter(filter) === writeMomentsFilter(initialFilter)
  const query = useInfiniteQuery({
    queryKey: momentKeys.list(projectId, filter),
    queryFn: ({ pageParam, signal }) =>
      call(listMoments, { ...momentsQuery(projectId, filter), cursor: pageParam }, { signal }),
    ...cursorPages,
    ...(isInitial ? startingWith(initial) : {}),
    refetchInterval: pollMs,
  })
  const { data, error, isPending } = query
  const show = (next: MomentsFilter): void =>
    window.history.replaceState(null, '', `${pathname}${writeMomentsFilter(next)}`)
  const moments = data?.pages.flatMap((page) => page.moments) ?? []
  return (
    <>
      <PageHeader title="Moments" tools={<FilterBar filter={filter} onChange={show} />} />
      {moments.length > 0 && <RoleNote scope="stories:write" className="-mt-3 mb-4 text-ink-soft" />}
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="Moments may be out of date" />
        </div>
      )}
      {isPending && <ListSkeleton rows={3} label="Loading moments" />}
      {data && moments.length === 0 && <NoMoments projectId={projectId} filter={filter} onChange={show} />}
      <ul className="flex flex-col gap-3" aria-label="Moments">
        {moments.map((moment) => (
          <MomentCard key={moment.id} moment={moment} projectId={projectId} now={new Date(now)} />
        ))}
      </ul>
      <ShowMore query={query} label="Show more moments" className="mt-3 justify-center" />
    </>
  )
}

const statusSegments = statusFilters.map((value) => ({ value, label: value === 'all' ? 'All' : statusLabels[value] }))

const severityOptions = severities
  .toReversed()
  .map((value) => ({ value, label: severityLabels[value], icon: <SeverityIcon severity={value} /> }))

type FilterProps = { filter: MomentsFilter; onChange: (filter: MomentsFilter) => void }

const FilterBar = ({ filter, onChange }: FilterProps) => (
  <search className="flex flex-wrap items-center gap-2">
    <SegmentedControl
      label="Status"
      segments={statusSegments}
      value={filter.status}
      onChange={(status) => onChange({ ...filter, status })}
    />
    <FilterChip
      label="Severity"
      options={severityOptions}
      value={filter.severity}
      onChange={(severity) => onChange({ ...filter, severity })}
    />
  </search>
)

const emptyTexts = {
  acted_on: { title: 'No moments acted on yet', text: 'Moments that you follow up on are shown here.' },
  dismissed: { title: 'No dismissed moments', text: 'Moments that you dismiss are shown here.' },
}

function NoMoments({ projectId, filter, onChange }: FilterProps & { projectId: string }) {
  const { status, severity } = filter
  const emptyText = status === 'new' || status === 'all' ? null : emptyTexts[status]
  if (severity || emptyText)
    return (
      <EmptyState
        Icon={FilterX}
        title={severity || !emptyText ? 'No moments match these filters' : emptyText.title}
        action={<Button onClick={() => onChange({ status: 'all', severity: null })}>Show all moments</Button>}
      >
        {severity || !emptyText ? 'Other moments are hidden by the filters.' : emptyText.text}
      </EmptyState>
    )
  return (
    <EmptyState
      Icon={Sparkles}
      title={status === 'new' ? 'No new moments' : 'No moments yet'}
      action={<ComposeLink projectId={projectId}>New story</ComposeLink>}
    >
      A moment appears when a post does much better or worse than usual, 24 hours after publishing. It takes at least 10
      earlier posts of the same channel and type to compare with.
    </EmptyState>
  )
}
