import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getAnalytics, getAnalyticsSeries } from '@/lib/openapi/operations.generated'
import { type AnalyticsFilter, analyticsQuery, intervalOf, previousQuery } from './analytics-filter'

type Numbers = AnswerTo<typeof getAnalytics>

/** Everything on the screen that depends on range and channel. */
export type Analytics = { current: Numbers; before: Numbers | null; series: AnswerTo<typeof getAnalyticsSeries> }

export function analyticsQueries(projectId: string, filter: AnalyticsFilter, moment: { now: Date; timeZone: string }) {
  const totals = analyticsQuery(projectId, filter, moment)
  const interval: 'day' | 'month' = intervalOf(filter)
  return { totals, before: previousQuery(projectId, filter, moment), series: { ...totals, interval } }
}

export async function fetchAnalytics(
  { totals, before, series }: ReturnType<typeof analyticsQueries>,
  signal: AbortSignal,
): Promise<Analytics> {
  const [current, earlier, trend] = await Promise.all([
    call(getAnalytics, totals, { signal }),
    before ? call(getAnalytics, before, { signal }) : null,
    call(getAnalyticsSeries, series, { signal }),
  ])
  return { current, before: earlier, series: trend }
}
