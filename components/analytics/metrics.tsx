import type { Metric } from '@/lib/metrics/rates'

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

const counts = new Intl.NumberFormat('en')
const rates = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 })

const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

/** A change in whole percent, capped at 1,000%. */
export const formatShare = (share: number): string => (share > 10 ? 'over 1,000%' : shares.format(share))

export const formatCount = (count: number): string => counts.format(count)

/** No network reported the metric, as opposed to 0. */
function NoData() {
  return (
    <span className="text-ink-soft">
      <span aria-hidden>–</span>
      <span className="sr-only">no data</span>
    </span>
  )
}

export const Count = ({ value }: { value: number | null }) => (value === null ? <NoData /> : formatCount(value))

export const Rate = ({ value }: { value: number | null }) => (value === null ? <NoData /> : rates.format(value))
