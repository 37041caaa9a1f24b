import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { numbersOf } from '@/lib/analytics/service'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { benchmarkValue } from '@/lib/metrics/benchmarks'
import { addSums, fraction, rateOf } from '@/lib/metrics/rates'
import type { getPillarPerformance, PillarFigures, PillarWithPerformance } from './contract'
import {
  type ContentSums,
  countPosts,
  listWithStories,
  type PillarWithStories,
  sumOwnWindows,
  sumWindow,
} from './performance-repository'
import type { PillarRow } from './repository'
import { serializePillar } from './serializer'

const dayMs = 86_400_000

/** The pillars of a project, each with its figures over its own window. */
export async function performanceOf(db: Database, projectId: string, now: Date): Promise<PillarWithPerformance[]> {
  const rows = await listWithStories(db, projectId, now)
  const windows = rows.map(({ benchmark_window_days }) => benchmark_window_days)
  const [sums, posts] = await Promise.all([sumOwnWindows(db, rows, now), countPosts(db, projectId, now, windows)])
  return rows.map((row) => {
    const figures = figuresOf(row, sums.get(row.id) ?? [], posts.get(row.benchmark_window_days) ?? 0, now)
    const { next_story_id: id, next_title: title, next_caption, next_at: at } = row
    return {
      ...serializePillar(row),
      performance: {
        ...figures,
        window_days: row.benchmark_window_days,
        is_below_benchmark: isBelow(row, figures.value),
        is_in_gap: isInGap(row, now),
        next_story:
          id === null || at === null
            ? null
            : { id, title, primary_caption: next_caption ?? '', scheduled_at: at.toISOString() },
      },
    }
  })
}

/** All pillars over one window. */
export async function getPerformance(
  context: Context,
  input: InputOf<typeof getPillarPerformance>,
): Promise<AnswerOf<typeof getPillarPerformance>> {
  const { db, now } = context
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  const { window: windowDays } = input
  const rows = await listWithStories(db, projectId, now)
  const [sums, counts] = await Promise.all([
    sumWindow(db, rows, now, windowDays),
    countPosts(db, projectId, now, [windowDays]),
  ])
  const posts = counts.get(windowDays) ?? 0
  const pillars = rows.map((row) => ({
    row,
    pillar: serializePillar(row),
    figures: figuresOf(row, sums.get(row.id) ?? [], posts, now),
  }))
  return {
    window_days: windowDays,
    from: new Date(now.getTime() - windowDays * dayMs).toISOString(),
    to: now.toISOString(),
    posts,
    pillars: pillars.map(({ pillar, figures }) => ({ ...pillar, ...figures })),
    in_gap_pillars: pillars
      .filter(({ row }) => isInGap(row, now))
      .map(({ pillar, figures: { last_published_at, days_since_last } }) => ({
        ...pillar,
        last_published_at,
        days_since_last,
      })),
    below_benchmark_pillars: pillars.flatMap(({ row, pillar, figures: { value } }) =>
      value !== null && pillar.benchmark_value !== null && isBelow(row, value)
        ? [{ ...pillar, benchmark_value: pillar.benchmark_value, value }]
        : [],
    ),
  }
}

function figuresOf(row: PillarWithStories, sums: readonly ContentSums[], allPosts: number, now: Date): PillarFigures {
  const current = sums.find(({ is_previous }) => !is_previous)
  const previous = sums.find(({ is_previous }) => is_previous)
  const total = current ?? addSums([])
  const share = fraction(total.posts, allPosts)
  return {
    ...numbersOf([total]),
    share_percent: share === null ? null : Math.round(share * 1_000) / 10,
    measured_posts: current?.measured_posts ?? 0,
    save_rate: rateOf(total, 'save_rate'),
    share_rate: rateOf(total, 'share_rate'),
    click_rate: rateOf(total, 'click_rate'),
    value: figureOf(row, current),
    previous_value: figureOf(row, previous),
    last_published_at: row.last_published_at?.toISOString() ?? null,
    days_since_last: row.last_published_at && daysBetween(row.last_published_at, now),
  }
}

export const figureOf = ({ benchmark_metric: metric }: PillarRow, sums: ContentSums | undefined): number | null =>
  metric && sums ? benchmarkValue(sums, metric) : null

export const isBelow = ({ benchmark_value: benchmark }: PillarRow, value: number | null): boolean =>
  benchmark !== null && value !== null && value < benchmark

/** Whole days, never negative. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs))

/** Counts from the creation of a pillar without posts. */
const isInGap = ({ max_gap_days: max, last_published_at, created_at }: PillarWithStories, now: Date): boolean =>
  max !== null && now.getTime() - (last_published_at ?? created_at).getTime() > max * dayMs
