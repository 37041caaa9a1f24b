import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { groupBy } from '@/lib/metrics/group-by'
import type { RecommendationCheck, RecommendationKind } from '@/lib/recommendations/contract'
import { formatNumber } from '@/lib/text/number-text'

type Kind = { label: string; noDifference: string; oneGroup?: string }

const kinds: Record<RecommendationKind, Kind> = {
  best_time: { label: 'Best time', noDifference: 'The time of posting makes no visible difference.' },
  format: {
    label: 'Format',
    noDifference: 'No format does visibly better.',
    oneGroup: 'Too few posts in a second format.',
  },
  length: {
    label: 'Caption length',
    noDifference: 'The length of captions makes no visible difference.',
    oneGroup: 'The captions are of about the same length.',
  },
  pillar_gap: { label: 'Pillars', noDifference: 'No pillar is missing.' },
  repeat_winner: { label: 'Posts to repeat', noDifference: 'No post older than 60 days stands out.' },
}

function textOf({ kind, result }: RecommendationCheck): string {
  if (result === 'not_enough_posts') return 'Too few posts to compare.'
  return (result === 'nothing_to_compare' && kinds[kind].oneGroup) || kinds[kind].noDifference
}

const countText = ({ channel, result, posts, posts_needed }: RecommendationCheck): string =>
  `${channel ? `${channelNames[channel]}: ` : ''}${formatNumber(posts)}${
    result === 'not_enough_posts' ? ` of ${posts_needed}` : ''
  } posts`

/** What was compared without a recommendation, and why there is none. */
export function CheckList({ checks }: { checks: readonly RecommendationCheck[] }) {
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
              <span className="w-32 shrink-0 font-medium">{kinds[first.kind].label}</span>
              <span className="min-w-0 flex-1 basis-64 text-ink-soft sm:basis-0">{textOf(first)}</span>
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
