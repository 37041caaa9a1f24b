'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarRange, Lightbulb } from 'lucide-react'
import { filterOfUrl, writeAnalyticsFilter } from '@/components/analytics/analytics-filter'
import { AnalyticsNav } from '@/components/analytics/analytics-nav'
import { ChannelFilter } from '@/components/channels/channel-filter'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { useNow } from '@/components/time/use-now'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { listPostingTimes, listRecommendations } from '@/lib/openapi/operations.generated'
import { CheckList } from './check-list'
import { HeatMap } from './heat-map'
import { RecommendationList } from './recommendation-list'
import { timesText } from './result-text'

type Answer = { list: AnswerTo<typeof listRecommendations>; times: AnswerTo<typeof listPostingTimes> }
type Props = { projectId: string; initial: Answer; initialChannel: ChannelId | null; now: string }

export function RecommendationsScreen({ projectId, initial, initialChannel, now: renderedAt }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const now = useNow(renderedAt)
  const channel = channelIds.find((one) => one === search.get('channel')) ?? null
  const { data, error } = useQuery({
    queryKey: ['recommendations', projectId, channel],
    queryFn: async ({ signal }): Promise<Answer> => {
      const input = { project_id: projectId, channel: channel ?? undefined }
      const [list, times] = await Promise.all([
        call(listRecommendations, input, { signal }),
        call(listPostingTimes, input, { signal }),
      ])
      return { list, times }
    },
    ...(channel === initialChannel ? { initialData: initial } : { placeholderData: keepPreviousData }),
    staleTime: 300_000,
  })
  const show = (next: ChannelId | null): void => {
    const query = writeAnalyticsFilter({ ...filterOfUrl(search), channel: next })
    window.history.replaceState(null, '', `${pathname}${query}`)
  }
  return (
    <>
      <PageHeader
        title="Analytics"
        tools={
          <>
            <AnalyticsNav projectId={projectId} />
            <p className="flex control-height items-center gap-2 text-sm whitespace-nowrap text-ink-soft">
              <CalendarRange aria-hidden size={16} />
              Always the last 90 days
            </p>
            <ChannelFilter value={channel} onChange={show} />
          </>
        }
      />
      {error && <ErrorNote isReading error={error} title="Recommendations may be out of date" />}
      {data && <Content projectId={projectId} channel={channel} answer={data} now={now} />}
    </>
  )
}

type ContentProps = { projectId: string; channel: ChannelId | null; answer: Answer; now: Date }

function Content({ projectId, channel, answer: { list, times }, now }: ContentProps) {
  const { recommendations, checks } = list
  return (
    <div className="flex flex-col gap-6">
      {recommendations.length > 0 ? (
        <section aria-labelledby="recommendations">
          <h2 id="recommendations" className="mb-2 font-semibold">
            What works better
          </h2>
          <RecommendationList projectId={projectId} recommendations={recommendations} now={now} />
        </section>
      ) : (
        <EmptyState Icon={Lightbulb} title="No recommendations yet">
          We compare your posts of the last 90 days, and recommend only what stands out from chance.
        </EmptyState>
      )}
      <section aria-labelledby="times">
        <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
          <h2 id="times" className="font-semibold">
            Results by time
          </h2>
          <p className="text-sm text-ink-soft">{timesText(times, channel === null)}</p>
        </div>
        <HeatMap answer={times} />
      </section>
      <CheckList checks={checks} hasBestTimes={channel === null && times.result === 'found'} />
      <p className="max-w-prose text-sm text-ink-soft">
        Posts of the last 90 days, 24 hours after publishing, each compared with the earlier posts of the same channel
        and format. Estimates from few posts are close to the average. A difference is not proof of a cause.
      </p>
    </div>
  )
}
