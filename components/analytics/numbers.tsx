import type { AnalyticsMetric } from '@/lib/analytics/contract'

/** The metrics as people know them, in the order in which they are shown. */
export const metricWords: Record<AnalyticsMetric, string> = {
  impressions: 'Impressions',
  reach: 'Reach',
  engagement: 'Engagement',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
  saves: 'Saves',
  clicks: 'Clicks',
}
export const shownMetrics = Object.keys(metricWords) as AnalyticsMetric[]

const counts = new Intl.NumberFormat('en')
const rates = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 })

const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

/** How much more or less, in whole per cents; what is beyond ten times says so. */
export const formatShare = (share: number): string => (share > 10 ? 'over 1,000%' : shares.format(share))

export const formatCount = (count: number): string => counts.format(count)

/** A dash is not a zero: it says that no network reported the number. */
function Unreported() {
  return (
    <span className="text-ink-soft">
      <span aria-hidden>–</span>
      <span className="sr-only">not reported</span>
    </span>
  )
}

export const Count = ({ value }: { value: number | null }) => (value === null ? <Unreported /> : formatCount(value))

export const Rate = ({ value }: { value: number | null }) => (value === null ? <Unreported /> : rates.format(value))
