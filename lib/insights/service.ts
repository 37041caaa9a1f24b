import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { numbersOf, requireValidRange } from '@/lib/analytics/service'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Rate, rateOf, rates, type Sums } from '@/lib/metrics/rates'
import { type AppliedFilter, type InsightFilter, mergeFilters } from '@/lib/saved-searches/filter'
import { findOwnSearch } from '@/lib/saved-searches/service'
import { serializeStory } from '@/lib/stories/serializer'
import type { runInsights as contract, InsightMetrics } from './contract'
import { findMatched, matchStories, type PublishedRange } from './repository'

const dayMs = 86_400_000

export async function runInsights(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId, saved } = await whatToSearch(context, input)
  const filter = mergeFilters(saved, input.filter ?? {})
  const { ids, count } = await matchStories(context.db, projectId, rangeOf(input, filter, context.now), filter)
  const matched = await findMatched(context.db, projectId, { ids, filter })
  const stories = matched.map(({ story, sums }) => ({
    story: serializeStory(story, context.now),
    metrics: metricsOf(sums),
  }))
  return { stories, filter, count }
}

/** The days of the filter up to now, or the given range. Without `from` it starts with the first story. */
function rangeOf(input: InputOf<typeof contract>, { window_days: days }: AppliedFilter, now: Date): PublishedRange {
  const { from, to } = input
  if (from === undefined && to === undefined) return { from: new Date(now.getTime() - days * dayMs), to: null }
  requireValidRange(input)
  return { from: new Date(from ?? 0), to: to === undefined ? null : new Date(to) }
}

/** The project, named or that of the saved search, and the saved filter. */
async function whatToSearch(
  context: Context,
  { project_id, saved_search_id: searchId }: InputOf<typeof contract>,
): Promise<{ projectId: string; saved: InsightFilter }> {
  if (searchId === undefined) {
    const { projectId } = await accessProject(context, project_id, 'analytics:read')
    return { projectId, saved: {} }
  }
  if (project_id !== undefined) await accessProject(context, project_id, 'analytics:read')
  const search = await findOwnSearch(context, searchId, 'analytics:read', project_id)
  return { projectId: search.project_id, saved: search.filter }
}

function metricsOf(sums: Sums): InsightMetrics {
  const values = Object.fromEntries(rates.map((rate) => [rate, rateOf(sums, rate)])) as Record<Rate, number | null>
  return { ...numbersOf([sums]), ...values }
}
