import type { Metadata } from 'next'
import { readAnalyticsFilter } from '@/components/analytics/analytics-filter'
import { AnalyticsScreen } from '@/components/analytics/analytics-screen'
import { analyticsQueries } from '@/components/analytics/fetch-analytics'
import { listBestStories } from '@/lib/analytics/best-stories'
import * as contracts from '@/lib/analytics/contract'
import { getSeries } from '@/lib/analytics/series'
import { getAnalytics } from '@/lib/analytics/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Analytics' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<'days' | 'channel' | 'metric', string | string[] | undefined>>
}

const firstStories = 10

export default async function AnalyticsPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/analytics`)
  const project = await requireProject(context, id)
  const { days = null, channel = null, metric = null } = await searchParams
  const filter = readAnalyticsFilter({ days, channel, metric })
  const moment = { now: context.now, timeZone: project.timezone ?? 'UTC' }
  const { totals, before, series } = analyticsQueries(project.id, filter, moment)
  const best = { ...totals, metric: filter.metric, limit: firstStories }
  const [current, earlier, trend, stories] = await Promise.all([
    getAnalytics(context, contracts.getAnalytics.query.parse(totals)),
    before ? getAnalytics(context, contracts.getAnalytics.query.parse(before)) : null,
    getSeries(context, contracts.getAnalyticsSeries.query.parse(series)),
    listBestStories(context, contracts.listBestStories.query.parse(best)),
  ])
  return (
    <AnalyticsScreen
      projectId={project.id}
      initial={{ current, before: earlier, series: trend }}
      initialStories={stories}
      initialFilter={filter}
      now={context.now.toISOString()}
    />
  )
}
