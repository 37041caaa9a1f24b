'use client'

import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { ScrollRegion } from '@/components/ui/scroll-region'
import type { AnswerTo } from '@/lib/api/operation'
import type { listPostingTimes } from '@/lib/openapi/operations.generated'
import { hourText } from '@/lib/text/hour-text'
import { plural } from '@/lib/text/number-text'
import { zoneText } from '@/lib/text/zone-text'

type Answer = AnswerTo<typeof listPostingTimes>
type Time = Answer['times'][number]

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hours = Array.from({ length: 8 }, (_, block) => block * 3)

const signed = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 })
/** “+12%” or “−12%”, with a real minus sign. */
const formatLift = (lift: number): string => signed.format(lift).replace('-', '−')

/** Results by day and three hours. Empty and thin cells have no colour. */
export function HeatMap({ answer: { times, timezone } }: { answer: Answer }) {
  const { locale } = useZone()
  const strongest = Math.max(0.05, ...times.map(({ lift }) => Math.abs(lift ?? 0)))
  const timeAt = (weekday: number, hour: number): Time | undefined =>
    times.find((time) => time.weekday === weekday && time.hour === hour)
  return (
    <ScrollRegion label="Results by day and time" className="panel overflow-x-auto p-2 sm:p-3">
      <table className="w-full min-w-80 table-fixed border-separate border-spacing-0.5 text-sm">
        <caption className="sr-only">Results by day and time ({zoneText(timezone)})</caption>
        <thead>
          <tr>
            <th className="w-9 sm:w-12" />
            {hours.map((hour) => (
              <th
                key={hour}
                scope="col"
                className="pb-1 text-left text-xs font-normal whitespace-nowrap text-ink-soft tabular-nums max-sm:text-[0.625rem]"
              >
                {/* Phones have room for every second label. */}
                <span className={hour % 6 === 0 ? undefined : 'max-sm:sr-only'}>{hourText(hour, locale)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row" className="text-left text-xs font-normal text-ink-soft">
                <span aria-hidden>{day.slice(0, 3)}</span>
                <span className="sr-only">{day}</span>
              </th>
              {hours.map((hour) => (
                <Cell key={hour} time={timeAt(index + 1, hour)} strongest={strongest} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Cell({ time, strongest }: { time: Time | undefined; strongest: number }) {
  if (!time || time.posts === 0)
    return (
      <td className="h-11 rounded-md bg-sunken/40">
        <span className="sr-only">No posts</span>
      </td>
    )
  const { posts, lift, lift_low: low, lift_high: high, is_recommended } = time
  if (lift === null)
    return (
      <td
        title={`${plural(posts, 'post')}: too few to estimate`}
        className="h-11 rounded-md border border-dashed border-line px-1.5 text-xs text-ink-soft tabular-nums max-sm:px-0 max-sm:text-center"
      >
        {posts}
        <span className="max-sm:sr-only"> {posts === 1 ? 'post' : 'posts'}</span>
        <span className="sr-only">: too few to estimate</span>
      </td>
    )
  // At most a third, so that the text keeps its contrast.
  const strength = Math.round((Math.abs(lift) / strongest) * 34)
  const tone = lift >= 0 ? 'var(--good)' : 'var(--warn)'
  return (
    <td
      title={`${formatLift(lift)} against your average (likely ${formatLift(low ?? 0)} to ${formatLift(high ?? 0)}), ${plural(posts, 'post')}`}
      style={{ backgroundColor: `color-mix(in oklab, ${tone} ${strength}%, var(--sunken))` }}
      className={classes(
        'h-11 rounded-md leading-4 tabular-nums max-sm:text-center max-sm:text-[0.6875rem] max-sm:tracking-tight sm:px-1.5',
        is_recommended && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <span className="block font-medium">{formatLift(lift)}</span>
      <span className="block text-xs text-ink-soft max-sm:sr-only">
        {posts}
        <span className="max-lg:sr-only"> {posts === 1 ? 'post' : 'posts'}</span>
      </span>
      {is_recommended && <span className="sr-only">Recommended</span>}
    </td>
  )
}
