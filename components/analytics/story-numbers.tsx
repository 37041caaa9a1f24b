import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import type { QueueItem } from '@/lib/queue/contract'
import type { Story } from '@/lib/stories/contract'
import { Count, formatCount } from './numbers'

const totals = [
  ['Impressions', 'total_impressions'],
  ['Reach', 'total_reach'],
  ['Engagement', 'total_engagement'],
  ['Saves', 'total_saves'],
  ['Clicks', 'total_clicks'],
] as const

/** What the story achieved on all its channels together; nothing before it is out. */
export function StoryNumbers({ story }: { story: Story }) {
  if (story.published_channels.length === 0) return null
  const { best_performing_channel: best, metrics_as_of: asOf } = story
  return (
    <section aria-labelledby="numbers">
      <h2 id="numbers" className="mb-2 font-semibold">
        What it achieved
      </h2>
      <div className="panel flex flex-col gap-2 p-4">
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {totals.map(([word, name]) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="text-sm text-ink-soft">{word}</dt>
              <dd className="text-lg font-semibold tabular-nums">
                <Count value={story[name]} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-ink-soft">
          {asOf ? (
            <>
              As of <Time at={asOf} />.
            </>
          ) : (
            'The first numbers come within a quarter of an hour.'
          )}
          {best && story.published_channels.length > 1 && ` It did best on ${channelNames[best]}.`}
        </p>
      </div>
    </section>
  )
}

const ofItem = ['impressions', 'likes', 'comments', 'shares', 'saves', 'link_clicks'] as const
const itemWords: Record<(typeof ofItem)[number], [one: string, many: string]> = {
  impressions: ['impression', 'impressions'],
  likes: ['like', 'likes'],
  comments: ['comment', 'comments'],
  shares: ['share', 'shares'],
  saves: ['save', 'saves'],
  link_clicks: ['click', 'clicks'],
}

/** One channel's numbers in a line; what it does not report is not in it. */
export function ItemNumbers({ item }: { item: QueueItem }) {
  const words = ofItem.flatMap((name) => {
    const count = item.data_snapshot[name]
    return typeof count === 'number' ? [`${formatCount(count)} ${itemWords[name][count === 1 ? 0 : 1]}`] : []
  })
  return words.length > 0 ? <p className="mt-1 text-sm text-ink-soft tabular-nums">{words.join(', ')}</p> : null
}

/** The two numbers that say most, for a row of a list. */
export function RowNumbers({ story }: { story: Story }) {
  const { total_impressions: impressions, total_engagement: engagement } = story
  if (impressions === null && engagement === null) return null
  return (
    <span className="tabular-nums">
      {impressions !== null && ` · ${formatCount(impressions)} ${impressions === 1 ? 'impression' : 'impressions'}`}
      {engagement !== null && ` · ${formatCount(engagement)} engagement`}
    </span>
  )
}
