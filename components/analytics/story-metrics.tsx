import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import type { QueueItem } from '@/lib/queue-items/schema'
import type { Story } from '@/lib/stories/contract'
import { plural } from '@/lib/text/number-text'
import { Count } from './metrics'

const totals = [
  ['Impressions', 'total_impressions'],
  ['Reach', 'total_reach'],
  ['Engagement', 'total_engagement'],
  ['Saves', 'total_saves'],
  ['Clicks', 'total_clicks'],
] as const

/** Totals over all channels. Hidden until the story is published. */
export function StoryMetrics({ story }: { story: Story }) {
  if (story.published_channels.length === 0) return null
  const { best_performing_channel: best, metrics_as_of: asOf } = story
  return (
    <section aria-labelledby="performance">
      <h2 id="performance" className="mb-2 font-semibold">
        Performance
      </h2>
      <div className="panel flex flex-col gap-2 p-4">
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-4 gap-y-3">
          {totals.map(([label, name]) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="text-lg font-semibold tabular-nums">
                <Count value={story[name]} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-ink-soft">
          {asOf ? (
            <>
              Updated <Time at={asOf} />.
            </>
          ) : (
            'The first metrics appear within 15 minutes.'
          )}
          {best && story.published_channels.length > 1 && ` Best channel: ${channelNames[best]}.`}
        </p>
      </div>
    </section>
  )
}

const itemMetrics = ['impressions', 'likes', 'comments', 'shares', 'saves', 'link_clicks'] as const
const itemMetricLabels: Record<(typeof itemMetrics)[number], [one: string, many: string]> = {
  impressions: ['impression', 'impressions'],
  likes: ['like', 'likes'],
  comments: ['comment', 'comments'],
  shares: ['share', 'shares'],
  saves: ['save', 'saves'],
  link_clicks: ['click', 'clicks'],
}

/** The metrics of one channel, without those it does not report. */
export function ItemMetrics({ item }: { item: QueueItem }) {
  const parts = itemMetrics.flatMap((name) => {
    const count = item.data_snapshot[name]
    return typeof count === 'number' ? [plural(count, ...itemMetricLabels[name])] : []
  })
  return parts.length > 0 ? <p className="mt-1 text-sm text-ink-soft tabular-nums">{parts.join(', ')}</p> : null
}
