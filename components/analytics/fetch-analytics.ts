import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import {
  getAnalytics,
  getAnalyticsSeries,
  getEngagementHeatMap,
  listPillarAnalytics,
} from '@/lib/openapi/operations.generated'
import type { analyticsQueries } from './analytics-queries'

type Numbers = AnswerTo<typeof getAnalytics>

/** Everything on the screen that depends on period and channel. */
export type Analytics = {
  current: Numbers
  before: Numbers | null
  series: AnswerTo<typeof getAnalyticsSeries>
  pillars: AnswerTo<typeof listPillarAnalytics>['pillars']
  heatMap: AnswerTo<typeof getEngagementHeatMap>
}

export async function fetchAnalytics(
  { range, comparison, series }: ReturnType<typeof analyticsQueries>,
  signal: AbortSignal,
): Promise<Analytics> {
  const [current, before, trend, { pillars }, heatMap] = await Promise.all([
    call(getAnalytics, range, { signal }),
    comparison ? call(getAnalytics, comparison, { signal }) : null,
    call(getAnalyticsSeries, series, { signal }),
    call(listPillarAnalytics, range, { signal }),
    call(getEngagementHeatMap, range, { signal }),
  ])
  return { current, before, series: trend, pillars, heatMap }
}
