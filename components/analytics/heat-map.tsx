'use client'

import { useZone } from '@/components/time/zone'
import type { HeatMapCell } from '@/lib/analytics/breakdown-contract'
import { type HeatScale, heatCellText, heatScaleOf, heatShade } from '@/lib/analytics/heat-scale'
import type { AnswerTo } from '@/lib/api/operation'
import type { getEngagementHeatMap } from '@/lib/openapi/operations.generated'
import { clockText, hourText } from '@/lib/text/hour-text'
import { formatRate, plural } from '@/lib/text/number-text'
import { zoneText } from '@/lib/text/zone-text'
import { SectionHead } from './section-head'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Median engagement rate by weekday and hour. Hours with few posts have no colour. */
export function HeatMap({
  heatMap: { cells, timezone, posts_min },
}: {
  heatMap: AnswerTo<typeof getEngagementHeatMap>
}) {
  const { locale } = useZone()
  const clock = (hour: number): string => clockText(hour, locale)
  const scale = heatScaleOf(cells.map((cell) => cell.median_engagement_rate))
  const known = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  return (
    <section aria-labelledby="by-hour" className="min-w-0">
      <SectionHead id="by-hour" title="Engagement rate by hour" />
      {cells.length === 0 && <p className="mb-2 text-sm text-ink-soft">No post in this period reports impressions.</p>}
      <div className="panel @container relative p-2 sm:p-3">
        <table className="w-full table-fixed border-separate border-spacing-px text-xs sm:border-spacing-0.5">
          <caption className="sr-only">
            Median engagement rate of posts by weekday and hour ({zoneText(timezone)}). Hours with fewer than{' '}
            {posts_min} posts have no rate.
          </caption>
          <thead>
            <tr>
              <th className="w-7 sm:w-9" />
              {hours.map((hour) => (
                <th
                  key={hour}
                  scope="col"
                  className="pb-1 text-left font-normal whitespace-nowrap text-ink-soft tabular-nums max-sm:text-[0.625rem]"
                >
                  <span className="sr-only">{clock(hour)}</span>
                  {/* Phones have room for every second label. */}
                  <span aria-hidden className={hour % 6 === 0 ? undefined : 'max-sm:hidden'}>
                    {hour % 3 === 0 ? hourText(hour, locale) : ''}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day}>
                <th scope="row" className="text-left font-normal text-ink-soft">
                  <span aria-hidden>{day.slice(0, 3)}</span>
                  <span className="sr-only">{day}</span>
                </th>
                {hours.map((hour) => (
                  <Cell
                    key={hour}
                    cell={known.get(`${index + 1} ${hour}`)}
                    when={`${day} ${clock(hour)}`}
                    scale={scale}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Legend scale={scale} postsMin={posts_min} />
      </div>
    </section>
  )
}

const look = 'h-8 rounded-sm text-center tabular-nums max-sm:text-[0.625rem]'

function Cell({ cell, when, scale }: { cell: HeatMapCell | undefined; when: string; scale: HeatScale | null }) {
  if (!cell)
    return (
      <td className={`${look} bg-sunken/60`}>
        <span className="sr-only">No posts</span>
      </td>
    )
  const { posts, median_engagement_rate: rate } = cell
  if (rate === null || !scale)
    return (
      <td
        title={`${when}: ${plural(posts, 'post')}, not enough posts`}
        className={`${look} border border-dashed border-line-strong text-ink-soft`}
      >
        <span aria-hidden>{posts}</span>
        <span className="sr-only">{plural(posts, 'post')}, not enough posts</span>
      </td>
    )
  return (
    <td
      title={`${when}: median ${formatRate(rate)}, ${plural(posts, 'post')}`}
      className={look}
      style={{ background: shade(heatShade(scale, rate)) }}
    >
      <span aria-hidden className="hidden text-[0.625rem] @xl:inline @2xl:text-[0.6875rem]">
        {heatCellText(rate)}
      </span>
      <span className="sr-only">
        {formatRate(rate)}, {plural(posts, 'post')}
      </span>
    </td>
  )
}

const shade = (share: number): string =>
  `color-mix(in oklab, var(--accent-fill) ${Math.round(100 * share)}%, var(--surface))`

const Legend = ({ scale, postsMin }: { scale: HeatScale | null; postsMin: number }) => (
  <p aria-hidden className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
    {scale && scale.highest > scale.lowest && (
      <>
        {formatRate(scale.lowest)}
        <span
          className="h-2 w-24 rounded-full"
          style={{
            background: `linear-gradient(to right, ${shade(heatShade(scale, scale.lowest))}, ${shade(heatShade(scale, scale.highest))})`,
          }}
        />
        <span className="mr-2">{formatRate(scale.highest)} median of the posts</span>
      </>
    )}
    <span className="flex items-center gap-2">
      <span className="h-3.5 w-5 shrink-0 rounded-sm border border-dashed border-line-strong" />
      Not enough posts (fewer than {postsMin})
    </span>
  </p>
)
