'use client'

import { CalendarClock, LayoutGrid, type LucideIcon, Repeat2, Shapes, TextQuote } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { useMay } from '@/components/projects/role'
import { useDuplicate } from '@/components/stories/use-duplicate'
import { nextWeeklyTime } from '@/components/time/next-weekly-time'
import { useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { blockHours } from '@/lib/metrics/time-cells'
import type { Recommendation, RecommendationKind } from '@/lib/recommendations/contract'
import { weekdaysName } from '@/lib/recommendations/words'
import { clockText } from '@/lib/text/hour-text'
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
  const { locale } = useZone()
  return (
    <ol aria-label="Recommendations" className="panel @container divide-y divide-line">
      {recommendations.map((one) => {
        const Icon = icons[one.kind]
        return (
          <li
            key={one.title + one.channel}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-3 @lg:grid-cols-[auto_minmax(0,1fr)_auto] @3xl:grid-cols-[auto_minmax(0,1fr)_15rem_7.5rem]"
          >
            <span className="flex size-8 items-center justify-center rounded-lg bg-sunken text-ink-soft @max-lg:hidden">
              <Icon aria-hidden size={16} />
            </span>
            <div className="min-w-0 @max-lg:col-span-2">
              <h3 className="flex items-center gap-2 font-medium">
                {one.channel && (
                  <span title={channelNames[one.channel]} className="shrink-0">
                    <ChannelIcon channel={one.channel} />
                  </span>
                )}
                <span className="min-w-0 wrap-anywhere">
                  {one.subject.story_id ? (
                    <Link href={`/${projectId}/stories/${one.subject.story_id}`} className="hover:underline">
                      {one.title}
                    </Link>
                  ) : (
                    titleOf(one, locale)
                  )}
                </span>
              </h3>
              <p className="text-sm text-ink-soft tabular-nums">{one.rationale}</p>
            </div>
            <Numbers evidence={one.evidence} />
            <span className="flex justify-end @lg:@max-3xl:col-start-3 @lg:@max-3xl:row-start-1">
              <Action projectId={projectId} recommendation={one} now={now} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The title of the API has times of 24 hours. */
function titleOf({ title, subject: { weekday, hour } }: Recommendation, locale: string): string {
  if (weekday === null || hour === null) return title
  const [start, end] = [hour, hour + blockHours].map((at) => clockText(at, locale))
  return `Post on ${weekdaysName(weekday)} between ${start} and ${end}`
}

const metrics: Record<Recommendation['evidence']['metric'], { label: string; format: (value: number) => string }> = {
  engagement_per_reach: { label: 'engagement per person reached', format: (value) => formatPercent(value, 1) },
  engagement: { label: 'engagements', format: (value) => formatNumber(Math.round(value)) },
  days_since_last_post: { label: 'since the last post', format: (value) => plural(value, 'day') },
  share_of_posts: { label: 'of posts', format: (value) => formatPercent(value, 1) },
}

/** The value next to what is usual. */
function Numbers({ evidence: { metric, value, baseline } }: Pick<Recommendation, 'evidence'>) {
  const { label, format } = metrics[metric]
  const isTarget = metric === 'days_since_last_post' || metric === 'share_of_posts'
  const note = `${isTarget ? 'target' : 'usually'} ${format(baseline)}`
  return (
    <p className="min-w-0 text-sm tabular-nums @lg:@max-3xl:col-start-2 @lg:@max-3xl:col-span-2">
      <span className="font-semibold">{format(value)}</span>
      <span className="text-ink-soft">
        {' '}
        {label}
        <span className="@3xl:hidden">, {note}</span>
        <span className="block first-letter:uppercase @max-3xl:hidden">{note}</span>
      </span>
    </p>
  )
}

function Action({
  projectId,
  recommendation: { channel, subject },
  now,
}: {
  projectId: string
  recommendation: Recommendation
  now: Date
}) {
  const { timeZone } = useZone()
  if (!useMay('stories:write')) return null
  const { weekday, hour, content_type: pillar, story_id } = subject
  if (story_id) return <PostAgain projectId={projectId} storyId={story_id} />
  // The middle of the three hours.
  const middle = { hour: (hour ?? 0) + 1, minute: 30 }
  const at = weekday === null ? null : nextWeeklyTime({ weekday, ...middle }, timeZone, now)
  const search = new URLSearchParams({
    ...(at ? { at } : {}),
    ...(channel ? { channels: channel } : {}),
    ...(pillar ? { pillar } : {}),
  })
  return (
    <ButtonLink isSmall href={`/${projectId}/compose?${search}`}>
      {at ? 'Schedule then' : 'New story'}
    </ButtonLink>
  )
}

function PostAgain({ projectId, storyId }: { projectId: string; storyId: string }) {
  const duplicate = useDuplicate({ id: storyId, project_id: projectId })
  return (
    <Button isSmall isBusy={duplicate.isPending} onClick={() => duplicate.mutate()}>
      Post again
    </Button>
  )
}
