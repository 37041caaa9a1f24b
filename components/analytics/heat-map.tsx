'use client'

import type { HeatMapCell } from '@/lib/analytics/breakdown-contract'
import type { AnswerTo } from '@/lib/api/operation'
import type { getEngagementHeatMap } from '@/lib/openapi/operations.generated'
import { formatPercent, plural } from '@/lib/text/number-text'
import { SectionHead } from './section-head'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** Median engagement rate by weekday and hour. Hours with few posts have no colour. */
export function HeatMap({
  heatMap: { cells, timezone, posts_min },
}: {
  heatMap: AnswerTo<typeof getEngagementHeatMap>
}) {
  const highest = Math.max(0, ...cells.map((cell) => cell.median_engagement_rate ?? 0))
  const known = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  return (
    <section aria-labelledby="by-hour" className="min-w-0">
      <SectionHead id="by-hour" title="Engagement rate by hour" />
      {cells.length === 0 && <p className="mb-2 text-sm text-ink-soft">No post in this period reports impressions.</p>}
      <div className="panel relative p-2 sm:p-3">
        <table className="w-full table-fixed border-separate border-spacing-px text-xs sm:border-spacing-0.5">
          <caption className="sr-only">
            Median engagement rate of posts by weekday and hour ({timezone}). Hours with fewer than {posts_min} posts
            have no rate.
          </caption>
          <thead>
            <tr>
              <th className="w-7 sm:w-9" />
              {hours.map((hour) => (
                <th key={hour} scope="col" className="pb-1 text-left font-normal text-ink-soft tabular-nums">
                  <span className="sr-only">{clock(hour)}</span>
                  <span aria-hidden>{hour % 3 === 0 ? String(hour).padStart(2, '0') : ''}</span>
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
                    highest={highest}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Legend highest={highest} postsMin={posts_min} />
      </div>
    </section>
  )
}

const look = 'h-8 rounded-sm text-center tabular-nums max-sm:text-[0.625rem]'

function Cell({ cell, when, highest }: { cell: HeatMapCell | undefined; when: string; highest: number }) {
  if (!cell)
    return (
      <td className={`${look} bg-sunken/60`}>
        <span className="sr-only">No posts</span>
      </td>
    )
  const { posts, median_engagement_rate: rate } = cell
  if (rate === null)
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
      title={`${when}: median ${formatPercent(rate, 2)}, ${plural(posts, 'post')}`}
      className={look}
      style={{ background: shade(highest > 0 ? rate / highest : 0) }}
    >
      <span className="sr-only">
        {formatPercent(rate, 2)}, {plural(posts, 'post')}
      </span>
    </td>
  )
}

const shade = (share: number): string =>
  `color-mix(in oklab, var(--accent-fill) ${Math.round(12 + 88 * share)}%, var(--surface))`

const Legend = ({ highest, postsMin }: { highest: number; postsMin: number }) => (
  <p aria-hidden className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
    {highest > 0 && (
      <>
        0%
        <span
          className="h-2 w-24 rounded-full"
          style={{ background: `linear-gradient(to right, ${shade(0)}, ${shade(1)})` }}
        />
        <span className="mr-2">{formatPercent(highest, 1)}</span>
      </>
    )}
    <span className="flex items-center gap-2">
      <span className="h-3.5 w-5 shrink-0 rounded-sm border border-dashed border-line-strong" />
      Not enough posts (fewer than {postsMin})
    </span>
  </p>
)
