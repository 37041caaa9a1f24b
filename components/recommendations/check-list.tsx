import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { groupBy } from '@/lib/metrics/group-by'
import type { RecommendationCheck } from '@/lib/recommendations/contract'
import { formatNumber } from '@/lib/text/number-text'
import { checkLabel, checkText } from './result-text'

const countText = ({ channel, result, posts, posts_needed }: RecommendationCheck): string =>
  `${channel ? `${channelNames[channel]}: ` : ''}${formatNumber(posts)}${
    result === 'not_enough_posts' ? ` of ${posts_needed}` : ''
  } posts`

type Props = {
  checks: readonly RecommendationCheck[]
  /** All channels together have better times. */
  hasBestTimes: boolean
}

/** What was compared without a recommendation, and why there is none. */
export function CheckList({ checks, hasBestTimes }: Props) {
  const rows = [
    ...groupBy(
      checks.filter(({ result }) => result !== 'found'),
      ({ kind, result }) => `${kind} ${result}`,
    ).values(),
  ]
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" className="mb-2 font-semibold">
        Also checked
      </h2>
      <ul className="panel divide-y divide-line text-sm">
        {rows.map((row) => {
          const [first] = row
          if (!first) return null
          return (
            <li
              key={first.kind + first.result}
              className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:flex-nowrap"
            >
              <span className="w-32 shrink-0 font-medium">{checkLabel(first)}</span>
              <span className="min-w-0 flex-1 basis-64 text-ink-soft sm:basis-0">{checkText(first, hasBestTimes)}</span>
              <ul className="flex shrink-0 flex-wrap items-center gap-2">
                {row.map((check) => (
                  <li key={check.channel} title={countText(check)} className="flex items-center">
                    {check.channel && <ChannelIcon channel={check.channel} />}
                    <span className={check.channel ? 'sr-only' : 'text-ink-soft tabular-nums'}>{countText(check)}</span>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
