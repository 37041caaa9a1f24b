'use client'

import { ArrowDown, ArrowDownRight, ArrowUp, ArrowUpRight, CircleAlert, Newspaper, Pencil, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useMay } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { type Column, Table } from '@/components/ui/data/table'
import { MoreMenu } from '@/components/ui/menu'
import { type BenchmarkMetric, isRate } from '@/lib/metrics/benchmarks'
import { benchmarkLabels, daysText, formatBenchmark } from '@/lib/pillars/alert-text'
import { headlineOf } from '@/lib/stories/content/headline'
import { formatRate, plural } from '@/lib/text/number-text'
import { cssColorOf } from './pillar-colors'
import { PillarDot } from './pillar-dot'
import type { ListedPillar } from './use-pillars'

/** A pillar with its share of the posts in the chosen period. Null: there are no posts. */
export type PillarShare = { pillar: ListedPillar; percent: number | null; posts: number }

type Props = {
  projectId: string
  shares: readonly PillarShare[]
  /** Of the chosen period. */
  days: number
  onEdit: (pillar: ListedPillar) => void
  /** Places to move: -1 is up. */
  onMove: (pillar: ListedPillar, step: -1 | 1) => void
  onDelete: (pillar: ListedPillar) => void
}

export function PillarsTable({ projectId, shares, days, onEdit, onMove, onDelete }: Props) {
  const postsOf = ({ content_type }: ListedPillar): string =>
    `/${projectId}/stories?pillar=${content_type}&date=last-${days}`
  const mayWrite = useMay('stories:write')
  // One scale for all bars, so that rows can be compared.
  const end = Math.max(1, ...shares.flatMap(({ pillar, percent }) => [pillar.allocation_percent ?? 0, percent ?? 0]))
  const columns: Column<PillarShare>[] = [
    {
      id: 'name',
      label: 'Pillar',
      className: 'w-full max-w-0',
      cell: ({ pillar, percent }) => (
        <div id={pillar.content_type} className="flex min-w-0 scroll-mt-24 items-center gap-3 @max-lg:py-2">
          <PillarDot color={pillar.color} />
          <div className="min-w-0 flex-1">
            <h2 className="font-medium @lg:truncate">
              {mayWrite ? (
                <button
                  type="button"
                  onClick={() => onEdit(pillar)}
                  className="min-h-6 max-w-full text-left wrap-anywhere hover:underline @lg:truncate"
                >
                  {pillar.name}
                </button>
              ) : (
                <Link href={postsOf(pillar)} className="hover:underline">
                  {pillar.name}
                </Link>
              )}
            </h2>
            {/* Gaps instead of dots, which would stand alone at the end of a line. */}
            <p className="flex flex-wrap gap-x-3 text-sm whitespace-nowrap text-ink-soft tabular-nums @3xl:hidden">
              <span className="@lg:hidden">{shareText(pillar, percent)}</span>
              <span className={classes(pillar.performance?.is_in_gap && 'text-warn')}>{lastText(pillar)}</span>
              {pillar.performance?.is_below_benchmark && <span className="text-warn @2xl:hidden">Below benchmark</span>}
            </p>
            <div className="mt-1.5 @lg:hidden">
              <ShareBar pillar={pillar} percent={percent} end={end} />
            </div>
            <div className="mt-1.5 text-sm @lg:hidden">
              <Next projectId={projectId} pillar={pillar} />
            </div>
          </div>
        </div>
      ),
    },
    {
      id: 'share',
      label: 'Share',
      className: '@max-lg:hidden w-50',
      cell: (share) => <Share share={share} end={end} href={postsOf(share.pillar)} />,
    },
    {
      id: 'benchmark',
      label: 'Benchmark',
      className: '@max-2xl:hidden w-52 whitespace-nowrap text-sm',
      cell: ({ pillar }) => <Benchmark pillar={pillar} />,
    },
    {
      id: 'last',
      label: 'Last post',
      className: '@max-3xl:hidden w-36 whitespace-nowrap text-sm',
      cell: ({ pillar }) => <LastPost pillar={pillar} />,
    },
    {
      id: 'next',
      label: 'Next',
      className: '@max-lg:hidden text-sm @2xl:w-40',
      cell: ({ pillar }) => <Next projectId={projectId} pillar={pillar} />,
    },
    ...(mayWrite
      ? [
          {
            id: 'actions',
            label: '',
            className: 'w-10',
            cell: ({ pillar }: PillarShare) => (
              <div className="relative has-aria-expanded:z-20">
                <MoreMenu
                  label={`Actions for ${pillar.name}`}
                  items={itemsFor(shares, pillar, { postsHref: postsOf(pillar), onEdit, onMove, onDelete })}
                />
              </div>
            ),
          },
        ]
      : []),
  ]
  return (
    <div className="@container">
      <Table
        label="Pillars"
        columns={columns}
        rows={shares}
        idOf={({ pillar }) => pillar.id}
        nameOf={({ pillar }) => pillar.name}
      />
    </div>
  )
}

function itemsFor(
  shares: readonly PillarShare[],
  pillar: ListedPillar,
  { postsHref, onEdit, onMove, onDelete }: Pick<Props, 'onEdit' | 'onMove' | 'onDelete'> & { postsHref: string },
) {
  const place = shares.findIndex((share) => share.pillar.id === pillar.id)
  return [
    { label: 'Edit', icon: <Pencil aria-hidden size={16} />, onSelect: () => onEdit(pillar) },
    { label: 'Show posts', icon: <Newspaper aria-hidden size={16} />, href: postsHref },
    ...(place > 0
      ? [{ label: 'Move up', icon: <ArrowUp aria-hidden size={16} />, onSelect: () => onMove(pillar, -1) }]
      : []),
    ...(place < shares.length - 1
      ? [{ label: 'Move down', icon: <ArrowDown aria-hidden size={16} />, onSelect: () => onMove(pillar, 1) }]
      : []),
    {
      label: 'Delete',
      icon: <Trash2 aria-hidden size={16} />,
      isDanger: true,
      onSelect: () => onDelete(pillar),
    },
  ]
}

const shareText = ({ allocation_percent: target }: ListedPillar, percent: number | null): string =>
  target === null ? `${percent ?? 0}%` : `${percent ?? 0}% of ${target}%`

type ShareProps = { share: PillarShare; end: number; href: string }

function Share({ share: { pillar, percent, posts }, end, href }: ShareProps) {
  return (
    <div className="flex w-42 flex-col gap-1.5 text-sm whitespace-nowrap tabular-nums">
      <span className="flex items-center justify-between gap-2">
        {shareText(pillar, percent)}
        {posts > 0 && (
          <Link
            href={href}
            aria-label={`${plural(posts, 'post')} of ${pillar.name}`}
            className="inline-flex min-h-6 items-center text-ink-soft hover:underline"
          >
            {plural(posts, 'post')}
          </Link>
        )}
      </span>
      <ShareBar pillar={pillar} percent={percent} end={end} />
    </div>
  )
}

/** The share with a mark at the target, on a scale that ends at `end` percent. */
function ShareBar({ pillar, percent, end }: Pick<PillarShare, 'pillar' | 'percent'> & { end: number }) {
  const { allocation_percent: target, color } = pillar
  return (
    <span aria-hidden className="relative block h-1.5 rounded-full bg-quiet-wash">
      <span
        className="absolute inset-y-0 left-0 rounded-full"
        style={{ width: `${((percent ?? 0) / end) * 100}%`, background: cssColorOf(color) }}
      />
      {target !== null && (
        <span
          className="absolute -inset-y-0.5 w-0.5 -translate-x-1/2 rounded-full bg-ink"
          style={{ left: `${(target / end) * 100}%` }}
        />
      )}
    </span>
  )
}

function Benchmark({ pillar }: { pillar: ListedPillar }) {
  const { benchmark_metric: metric, benchmark_value: benchmark, performance } = pillar
  if (metric === null || benchmark === null || !performance) return <span className="text-ink-soft">–</span>
  const { value, previous_value: before, is_below_benchmark: isBelow } = performance
  return (
    <>
      <span className="flex items-center gap-1.5 tabular-nums">
        {value === null ? (
          <span className="text-ink-soft">Too few posts</span>
        ) : (
          <>
            <span className={isBelow ? 'font-medium text-warn' : 'font-medium'}>{measured(metric, value)}</span>
            <span className="text-ink-soft">of {measured(metric, benchmark)}</span>
            <Trend value={value} before={before} days={performance.window_days} />
          </>
        )}
      </span>
      <span className="block text-ink-soft">{benchmarkLabels[metric]}</span>
    </>
  )
}

/** Rates have two decimals here, so that value and benchmark line up. */
const measured = (metric: BenchmarkMetric, value: number): string =>
  isRate(metric) ? formatRate(value) : formatBenchmark(metric, value)

/** Up or down against the window before. */
function Trend({ value, before, days }: { value: number; before: number | null; days: number }) {
  if (before === null || before === value) return null
  const [Icon, word, look] =
    value > before ? ([ArrowUpRight, 'up', 'text-good'] as const) : ([ArrowDownRight, 'down', 'text-bad'] as const)
  return (
    <span className={look} title={`${word} from the previous ${days} days`}>
      <Icon aria-hidden size={14} />
      <span className="sr-only">
        {word} from the previous {days} days
      </span>
    </span>
  )
}

function lastText({ performance }: ListedPillar): string {
  const days = performance?.days_since_last ?? null
  if (days === null) return 'No posts yet'
  return days === 0 ? 'Today' : `${daysText(days)} ago`
}

function LastPost({ pillar }: { pillar: ListedPillar }) {
  const isInGap = pillar.performance?.is_in_gap
  return (
    <>
      <span className={isInGap ? 'flex items-center gap-1 font-medium text-warn' : undefined}>
        {isInGap && <CircleAlert aria-hidden size={14} />}
        {lastText(pillar)}
      </span>
      {pillar.max_gap_days !== null && (
        <span className="block text-ink-soft">Limit {daysText(pillar.max_gap_days)}</span>
      )}
    </>
  )
}

function Next({ projectId, pillar }: { projectId: string; pillar: ListedPillar }) {
  const mayWrite = useMay('stories:write')
  const next = pillar.performance?.next_story
  if (next)
    return (
      <Link href={`/${projectId}/stories/${next.id}`} className="block min-w-0 hover:underline">
        <span className="block whitespace-nowrap tabular-nums">
          <Time at={next.scheduled_at} style="compact" />
        </span>
        <span className="block max-w-36 truncate text-ink-soft @max-2xl:hidden">
          {headlineOf({ title: next.title, caption: next.primary_caption })}
        </span>
      </Link>
    )
  if (!mayWrite) return <span className="text-ink-soft">Nothing planned</span>
  return (
    <Link
      href={`/${projectId}/compose?pillar=${pillar.content_type}`}
      aria-label={`Plan a post for ${pillar.name}`}
      className="inline-flex min-h-6 items-center font-medium whitespace-nowrap text-accent hover:underline"
    >
      Plan a post
    </Link>
  )
}
