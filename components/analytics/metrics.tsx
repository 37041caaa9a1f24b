import type { Metric } from '@/lib/metrics/rates'
import { formatNumber, formatPercent, formatRate } from '@/lib/text/number-text'

/** Metrics in display order. */
export const metricLabels: Record<Metric, string> = {
  impressions: 'Impressions',
  reach: 'Reach',
  engagement: 'Engagement',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
  saves: 'Saves',
  clicks: 'Clicks',
}
export const shownMetrics = Object.keys(metricLabels) as Metric[]

/** A change in whole percent, capped at 1,000%. */
export const formatShare = (share: number): string => (share > 10 ? 'over 1,000%' : formatPercent(share, 0))

/** No network reported the metric, as opposed to 0. */
function NoData() {
  return (
    <span className="text-ink-soft">
      <span aria-hidden>–</span>
      <span className="sr-only">no data</span>
    </span>
  )
}

export const Count = ({ value }: { value: number | null }) => (value === null ? <NoData /> : formatNumber(value))

export const Rate = ({ value }: { value: number | null }) => (value === null ? <NoData /> : formatRate(value))
