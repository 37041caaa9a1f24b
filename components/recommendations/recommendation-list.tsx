'use client'

import { CalendarClock, LayoutGrid, type LucideIcon, Repeat2, Shapes, TextQuote } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { useMay } from '@/components/projects/role'
import { nextWeeklyTime } from '@/components/time/next-weekly-time'
import { useZone } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import type { Recommendation, RecommendationKind } from '@/lib/recommendations/contract'
import { formatNumber, formatPercent, plural } from '@/lib/text/number-text'

const icons: Record<RecommendationKind, LucideIcon> = {
  best_time: CalendarClock,
  format: LayoutGrid,
  pillar_gap: Shapes,
  repeat_winner: Repeat2,
  length: TextQuote,
}

type Props = { projectId: string; recommendations: readonly Recommendation[]; now: Date }

export function RecommendationList({ projectId, recommendations, now }: Props) {
  return (
    <ol aria-label="Recommendations" className="panel divide-y divide-line">
      {recommendations.map((one) => {
        const Icon = icons[one.kind]
        return (
          <li key={one.title + one.channel} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-sunken text-ink-soft max-sm:hidden">
              <Icon aria-hidden size={16} />
            </span>
            <div className="min-w-0 flex-1 basis-72">
              <h3 className="flex items-center gap-2 font-medium">
                {one.channel && (
                  <span title={channelNames[one.channel]} className="shrink-0">
                    <ChannelIcon channel={one.channel} />
                  </span>
                )}
                <span className="min-w-0 wrap-anywhere">{one.title}</span>
              </h3>
              <p className="text-sm text-ink-soft tabular-nums">{one.rationale}</p>
            </div>
            <Numbers evidence={one.evidence} />
            <span className="flex w-28 justify-end max-sm:w-full max-sm:justify-start">
              <Action projectId={projectId} recommendation={one} now={now} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const metrics: Record<Recommendation['evidence']['metric'], { label: string; format: (value: number) => string }> = {
  engagement_per_reach: { label: 'engagement per person reached', format: (value) => formatPercent(value, 1) },
  engagement: { label: 'engagement', format: (value) => formatNumber(Math.round(value)) },
  days_since_last_post: { label: 'since the last post', format: (value) => plural(value, 'day') },
  share_of_posts: { label: 'of posts', format: (value) => formatPercent(value, 1) },
}

/** The value next to what is usual. */
function Numbers({ evidence: { metric, value, baseline } }: Pick<Recommendation, 'evidence'>) {
  const { label, format } = metrics[metric]
  const isTarget = metric === 'days_since_last_post' || metric === 'share_of_posts'
  return (
    <p className="w-52 text-sm tabular-nums max-sm:w-full">
      <span className="font-semibold">{format(value)}</span>
      <span className="text-ink-soft">
        {' '}
        {isTarget ? 'target' : 'usually'} {format(baseline)}
        <span className="block">{label}</span>
      </span>
    </p>
  )
}

function Action({
  projectId,
  recommendation: { kind, subject },
  now,
}: {
  projectId: string
  recommendation: Recommendation
  now: Date
}) {
  const { timeZone } = useZone()
  const mayWrite = useMay('stories:write')
  if (kind === 'repeat_winner')
    return (
      <ButtonLink isSmall href={`/${projectId}/stories/${subject.story_id}`}>
        Open post
      </ButtonLink>
    )
  if (!mayWrite) return null
  const { weekday, hour, content_type: pillar } = subject
  const at = weekday === null ? null : nextWeeklyTime({ weekday, hour: hour ?? 0, minute: 0 }, timeZone, now)
  const search = new URLSearchParams({ ...(at ? { at } : {}), ...(pillar ? { pillar } : {}) })
  return (
    <ButtonLink isSmall href={`/${projectId}/compose?${search}`}>
      {at ? 'Schedule then' : 'New story'}
    </ButtonLink>
  )
}
