'use client'

import { useState } from 'react'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { PillarName } from '@/components/pillars/pillar-name'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import { useMay } from '@/components/projects/role'
import { MoreTimes } from '@/components/stories/more-times'
import { StoryMenu } from '@/components/stories/story-actions'
import { StoryStatusText } from '@/components/stories/story-status'
import { formatRelative } from '@/components/time/formats'
import { Time } from '@/components/time/zone'
import { type Column, type Sort, Table } from '@/components/ui/data/table'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { headlineOf, textBelowHeadline } from '@/lib/stories/content/headline'
import type { ListedStory } from '@/lib/stories/contract'
import { formatNumber, formatPercent, plural } from '@/lib/text/number-text'
import { defaultSort, engagementRateOf, timeOf } from './sort-stories'
import { StoryCell } from './story-cell'
import type { DeletedStories } from './use-deleted-stories'

// Loaded with the first selection.
const BulkActions = lazyComponent(
  () => import('./bulk-actions').then((it) => it.BulkActions),
  (loading) => (loading.state === 'failed' ? <InlineLoading {...loading} /> : null),
)

type Props = {
  projectId: string
  stories: readonly ListedStory[]
  now: Date
  hidden: ReadonlySet<string>
  pillars: readonly ListedPillar[]
  /** Null: the default order. */
  sort: Sort | null
  onSort: (column: string) => void
  /** The select mode of phones. */
  isSelecting: boolean
  onSelectingEnd: () => void
  /** Loads the stories that match the filter and are not shown yet. Undefined if there are none. */
  onLoadAll: (() => Promise<ListedStory[]>) | undefined
  deleted: DeletedStories
}

/** Columns that can be hidden. */
export const optionalColumns = [
  { id: 'channels', label: 'Channels', isOptional: true },
  { id: 'pillar', label: 'Pillar', isOptional: true },
  { id: 'time', label: 'Time', isOptional: true },
  { id: 'impressions', label: 'Impressions', isOptional: true },
  { id: 'engagement', label: 'Engagement', isOptional: true },
  { id: 'rate', label: 'Rate', isOptional: true },
]

export function StoriesTable({
  projectId,
  stories,
  now,
  hidden,
  pillars,
  sort,
  onSort,
  isSelecting,
  onSelectingEnd,
  onLoadAll,
  deleted,
}: Props) {
  const { selection, chosen, clear, keep, add } = useSelection(stories)
  const mayWrite = useMay('stories:write')
  const columns: Column<ListedStory>[] = [
    {
      id: 'story',
      label: 'Story',
      className: 'w-full max-w-0 @max-lg:py-2',
      isSortable: true,
      cell: (story) => <Headline story={story} now={now} hasChannels={!hidden.has('channels')} />,
    },
    {
      id: 'channels',
      label: 'Channels',
      className: '@max-lg:hidden w-28 min-w-28',
      isOptional: true,
      cell: ({ channels }) => <ChannelStack channels={channels} />,
    },
    // Most of the room is for the story. Its width of 100% shrinks the others to their minimum, which therefore is
    // fixed: with each filter the columns would jump.
    ...(pillars.length > 0
      ? [
          {
            id: 'pillar',
            label: 'Pillar',
            className: '@max-[66rem]:hidden w-36 min-w-36 max-w-36',
            isOptional: true,
            cell: ({ content_type }: ListedStory) =>
              content_type && <PillarName pillars={pillars} contentType={content_type} />,
          },
        ]
      : []),
    {
      id: 'time',
      label: 'Time',
      isSortable: true,
      className: '@max-2xl:hidden w-42 min-w-42 @max-4xl:w-34 @max-4xl:min-w-34 whitespace-nowrap text-sm tabular-nums',
      isOptional: true,
      cell: (story) => <StoryTime story={story} now={now} />,
    },
    {
      id: 'impressions',
      label: 'Impressions',
      className: '@max-[60rem]:hidden w-24 min-w-24 whitespace-nowrap text-sm tabular-nums',
      isNumber: true,
      isSortable: true,
      isOptional: true,
      cell: ({ total_impressions }) => numberText(total_impressions),
    },
    {
      id: 'engagement',
      label: 'Engagement',
      className: '@max-4xl:hidden w-24 min-w-24 whitespace-nowrap text-sm tabular-nums',
      isNumber: true,
      isSortable: true,
      isOptional: true,
      cell: ({ total_engagement }) => numberText(total_engagement),
    },
    {
      id: 'rate',
      label: 'Rate',
      className: '@max-[60rem]:hidden w-16 min-w-16 whitespace-nowrap text-sm tabular-nums',
      isNumber: true,
      isSortable: true,
      isOptional: true,
      cell: (story) => {
        const rate = engagementRateOf(story)
        return rate === null ? noValue : formatPercent(rate, 1)
      },
    },
    {
      id: 'status',
      label: 'Status',
      isSortable: true,
      className: '@max-lg:hidden w-36 min-w-36',
      cell: (story) => <Status story={story} now={now} />,
    },
    {
      id: 'actions',
      label: '',
      className: 'w-10',
      cell: (story) => (
        // Above the link of the row, and with an open menu above the buttons of the rows below.
        <div className="relative z-10 has-aria-expanded:z-20">
          <StoryMenu story={story} headline={headlineOf(story)} />
        </div>
      ),
    },
  ]
  return (
    // The columns depend on the width next to the sidebar, not on the window.
    <div className="@container">
      <Table
        label="Stories"
        columns={columns}
        rows={stories}
        idOf={({ id }) => id}
        nameOf={headlineOf}
        // Viewers have no actions for several stories.
        {...(mayWrite ? { selection: { ...selection, isMode: isSelecting } } : {})}
        sort={sort ?? defaultSort}
        onSort={({ column }) => onSort(column)}
        hidden={hidden}
        hasPhoneHead={false}
      />
      {chosen.length > 0 && (
        <BulkActions
          projectId={projectId}
          stories={chosen}
          now={now}
          onClear={() => {
            clear()
            onSelectingEnd()
          }}
          onKeep={keep}
          deleted={deleted}
          onSelectAll={
            // Offered once all shown rows are selected.
            onLoadAll && chosen.length === stories.length ? async () => add(await onLoadAll()) : undefined
          }
        />
      )}
    </div>
  )
}

/** Selected stories. Shift selects a range. */
function useSelection(stories: readonly ListedStory[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // Selected, but not in the list yet.
  const [others, setOthers] = useState<readonly ListedStory[]>([])
  const [last, setLast] = useState<string | null>(null)
  const positionOf = (id: string | null): number => stories.findIndex((story) => story.id === id)
  const onToggle = (id: string, isRange: boolean): void => {
    const [from, to] = [positionOf(last), positionOf(id)]
    const range = isRange && from >= 0 ? stories.slice(Math.min(from, to), Math.max(from, to) + 1) : []
    const next = new Set(ids)
    if (range.length > 0) for (const story of range) next.add(story.id)
    else if (!next.delete(id)) next.add(id)
    setIds(next)
    setLast(id)
  }
  return {
    selection: {
      ids,
      onToggle,
      onAll: (isOn: boolean): void => setIds(new Set(isOn ? stories.map(({ id }) => id) : [])),
    },
    chosen: [...stories, ...others.filter(({ id }) => positionOf(id) < 0)].filter(({ id }) => ids.has(id)),
    clear: (): void => setIds(new Set()),
    keep: (kept: readonly string[]): void => setIds(new Set(kept)),
    add: (all: readonly ListedStory[]): void => {
      setOthers(all)
      setIds(new Set(all.map(({ id }) => id)))
    },
  }
}

const Headline = ({ story, now, hasChannels }: { story: ListedStory; now: Date; hasChannels: boolean }) => (
  <StoryCell story={story}>
    <p className="truncate text-sm text-ink-soft empty:hidden @max-2xl:hidden">
      {/* The columns have no room here. */}
      {story.total_impressions !== null && <span className="tabular-nums @4xl:hidden">{resultsText(story)}</span>}
      <span className={story.total_impressions !== null ? '@max-4xl:hidden' : undefined}>
        {textBelowHeadline(story)}
      </span>
    </p>
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-soft @2xl:hidden">
      <span className="flex min-w-0 @lg:hidden">
        <Status story={story} now={now} />
      </span>
      <span className="shrink-0 tabular-nums">
        <Time at={timeOf(story)} style="compact" /> <MoreTimes times={story.channel_times} />
      </span>
      {hasChannels && (
        <span className="flex py-0.5 @lg:hidden">
          <ChannelStack channels={story.channels} />
        </span>
      )}
    </div>
  </StoryCell>
)

function resultsText(story: ListedStory): string {
  const rate = engagementRateOf(story)
  const impressions = plural(story.total_impressions ?? 0, 'impression')
  return rate === null ? impressions : `${impressions} · ${formatPercent(rate, 1)}`
}

const Status = ({ story, now }: { story: ListedStory; now: Date }) => (
  <StoryStatusText
    status={story.status}
    scheduledAt={story.scheduled_at}
    isImported={story.is_imported}
    now={now}
    isWaiting={story.waits_for_approval}
    isRejected={story.is_rejected}
  />
)

/** The most relevant time for the story's status, and what it is. */
function StoryTime({ story, now }: { story: ListedStory; now: Date }) {
  const { status, scheduled_at, published_at } = story
  const isComing = status === 'scheduled' && scheduled_at !== null
  const past = status === 'draft' || scheduled_at === null ? 'Edited' : 'Scheduled time'
  return (
    <>
      <Time at={timeOf(story)} className="block @max-4xl:hidden" />
      <Time at={timeOf(story)} style="compact" className="hidden @max-4xl:block" />
      <span suppressHydrationWarning className="block text-ink-soft">
        {isComing ? formatRelative(scheduled_at, now) : published_at ? 'Published' : past}{' '}
        <MoreTimes times={story.channel_times} />
      </span>
    </>
  )
}

const noValue = (
  <>
    <span aria-hidden className="text-ink-soft">
      –
    </span>
    <span className="sr-only">No results</span>
  </>
)

const numberText = (value: number | null) => (value === null ? noValue : formatNumber(value))
