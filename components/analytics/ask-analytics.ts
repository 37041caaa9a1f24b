import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getAnalytics, getAnalyticsSeries } from '@/lib/api/operations.generated'
import { type AnalyticsFilter, intervalOf, questionBefore, questionOf } from './analytics-filter'

type Numbers = AnswerTo<typeof getAnalytics>

/** Everything of the screen that goes by range and channel. */
export type Asked = { answer: Numbers; before: Numbers | null; series: AnswerTo<typeof getAnalyticsSeries> }

export function questionsOf(projectId: string, filter: AnalyticsFilter, around: { now: Date; timeZone: string }) {
  const totals = questionOf(projectId, filter, around)
  const interval: 'day' | 'month' = intervalOf(filter)
  return { totals, before: questionBefore(projectId, filter, around), series: { ...totals, interval } }
}

export async function askAnalytics(
  { totals, before, series }: ReturnType<typeof questionsOf>,
  signal: AbortSignal,
): Promise<Asked> {
  const [answer, earlier, trend] = await Promise.all([
    call(getAnalytics, totals, { signal }),
    before ? call(getAnalytics, before, { signal }) : null,
    call(getAnalyticsSeries, series, { signal }),
  ])
  return { answer, before: earlier, series: trend }
}
