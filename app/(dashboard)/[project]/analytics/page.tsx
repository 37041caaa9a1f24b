import type { Metadata } from 'next'
import { filterParams, readAnalyticsFilter } from '@/components/analytics/analytics-filter'
import { analyticsQueries } from '@/components/analytics/analytics-queries'
import { AnalyticsScreen } from '@/components/analytics/analytics-screen'
import { bestStoriesPage } from '@/components/analytics/best-stories-page'
import { listBestStories } from '@/lib/analytics/best-stories'
import { getHeatMap, listByPillar } from '@/lib/analytics/breakdowns'
import * as contracts from '@/lib/analytics/contract'
import { getSeries } from '@/lib/analytics/series'
import { getAnalytics } from '@/lib/analytics/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Analytics' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function AnalyticsPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/analytics`)
  const project = await requireProject(context, id)
  const search = await searchParams
  const filter = readAnalyticsFilter(Object.fromEntries(filterParams.map((name) => [name, search[name] ?? null])))
  const moment = { now: context.now, timeZone: project.timezone ?? 'UTC' }
  const { range, comparison, series } = analyticsQueries(project.id, filter, moment)
  const query = contracts.getAnalytics.query.parse(range)
  const best = { ...range, metric: filter.metric, limit: bestStoriesPage }
  const [current, before, trend, { pillars }, heatMap, stories] = await Promise.all([
    getAnalytics(context, query),
    comparison ? getAnalytics(context, contracts.getAnalytics.query.parse(comparison)) : null,
    getSeries(context, contracts.getAnalyticsSeries.query.parse(series)),
    listByPillar(context, query),
    getHeatMap(context, query),
    listBestStories(context, contracts.listBestStories.query.parse(best)),
  ])
  return (
    <AnalyticsScreen
      projectId={project.id}
      initial={{ current, before, series: trend, pillars, heatMap }}
      initialStories={stories}
      initialFilter={filter}
      now={context.now.toISOString()}
    />
  )
}
