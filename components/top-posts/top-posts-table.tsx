'use client'

import { Count, Rate } from '@/components/analytics/metrics'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { StoryMenu } from '@/components/stories/story-actions'
import { StoryCell } from '@/components/story-list/story-cell'
import { Time } from '@/components/time/zone'
import { type Column, type Sort, Table } from '@/components/ui/data/table'
import type { AnswerTo } from '@/lib/api/operation'
import type { runInsights } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { Story } from '@/lib/stories/contract'
import type { TopSort } from './top-posts-filter'

export type TopPost = AnswerTo<typeof runInsights>['stories'][number]

/** Columns with their label. Narrow screens leave out those further right. */
export const measures = [
  { id: 'engagement_rate', label: 'Engagement rate', isRate: true, width: 'w-20 @lg:w-28' },
  { id: 'save_rate', label: 'Save rate', isRate: true, width: '@max-xl:hidden w-24' },
  { id: 'share_rate', label: 'Share rate', isRate: true, width: '@max-4xl:hidden w-24' },
  { id: 'click_rate', label: 'Click rate', isRate: true, width: '@max-4xl:hidden w-24' },
  { id: 'engagement', label: 'Engagement', isRate: false, width: '@max-5xl:hidden w-28' },
  { id: 'impressions', label: 'Impressions', isRate: false, width: '@max-md:hidden w-24 @lg:w-28' },
] as const satisfies readonly { id: TopSort; label: string; isRate: boolean; width: string }[]

type Props = { posts: readonly TopPost[]; sort: Sort; onSort: (column: TopSort) => void }

export function TopPostsTable({ posts, sort, onSort }: Props) {
  const columns: Column<TopPost>[] = [
    { id: 'post', label: 'Post', className: 'w-full max-w-0', cell: ({ story }) => <Post story={story} /> },
    {
      id: 'channels',
      label: 'Channels',
      className: '@max-2xl:hidden w-24',
      cell: ({ story }) => <ChannelStack channels={story.published_channels} />,
    },
    {
      id: 'published_at',
      label: 'Published',
      isSortable: true,
      className: '@max-5xl:hidden w-36 pl-6 whitespace-nowrap text-sm text-ink-soft tabular-nums',
      cell: ({ story }) => story.published_at && <Time at={story.published_at} />,
    },
    ...measures.map(
      ({ id, label, isRate, width }): Column<TopPost> => ({
        id,
        label,
        isSortable: true,
        isNumber: true,
        className: `${width} @lg:whitespace-nowrap`,
        cell: ({ metrics }) => (isRate ? <Rate value={metrics[id]} /> : <Count value={metrics[id]} />),
      }),
    ),
    {
      id: 'actions',
      label: '',
      className: 'w-10',
      cell: ({ story }) => (
        <div className="relative z-10 has-aria-expanded:z-20">
          <StoryMenu story={story} headline={headlineOf(story)} duplicateLabel="Post again" />
        </div>
      ),
    },
  ]
  return (
    <div className="@container">
      <Table
        label="Top posts"
        columns={columns}
        rows={posts}
        idOf={({ story }) => story.id}
        nameOf={({ story }) => headlineOf(story)}
        sort={sort}
        onSort={({ column }) => onSort(column as TopSort)}
      />
    </div>
  )
}

const Post = ({ story }: { story: Story }) => (
  <StoryCell story={story}>
    {story.published_at && (
      <p className="truncate text-sm text-ink-soft tabular-nums @5xl:hidden">
        <Time at={story.published_at} style="compact" />
      </p>
    )}
  </StoryCell>
)
