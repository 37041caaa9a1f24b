import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { invalid } from '@/lib/errors'
import { accessProject } from '@/lib/projects/access'
import { type AnalyticsTotals, analyticsMetrics, type getAnalytics as contract } from './contract'
import { type ChannelSums, type Sums, sumByChannel } from './repository'

/** Sums of a project's posts, in total and for each channel in the one order that all lists of channels have. */
export async function getAnalytics(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  const { from, to, channel: channels } = input
  refuseEmptyRange(input)
  const rows = await sumByChannel(context.db, projectId, { from, to, channels })
  const place = ({ channel }: ChannelSums): number => channelIds.indexOf(channel)
  return {
    totals: numbersOf(rows),
    by_channel: rows
      .sort((one, other) => place(one) - place(other))
      .map((row) => ({ channel: row.channel as ChannelId, ...numbersOf([row]) })),
  }
}

export function refuseEmptyRange({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from && to && Date.parse(to) <= Date.parse(from))
    throw invalid('to', 'must be later than `from`', 'invalid_range')
}

type Summed = Exclude<keyof Sums, 'posts'>

export function numbersOf(rows: readonly Sums[]): AnalyticsTotals {
  const sum = (name: Summed): number | null => {
    const reported = rows.flatMap((row) => row[name] ?? [])
    return reported.length > 0 ? reported.reduce((total, number) => total + number, 0) : null
  }
  const sums = Object.fromEntries(analyticsMetrics.map((name) => [name, sum(name)])) as Record<
    (typeof analyticsMetrics)[number],
    number | null
  >
  return {
    posts: rows.reduce((total, { posts }) => total + posts, 0),
    ...sums,
    engagement_rate: rateOf(sum('rated_engagement'), sum('rated_impressions')),
    unreported_metrics: analyticsMetrics.filter((name) => sums[name] === null),
  }
}

/** Four decimals: a hundredth of a per cent. */
const rateOf = (engagement: number | null, impressions: number | null): number | null =>
  engagement === null || !impressions ? null : Math.round((engagement / impressions) * 10_000) / 10_000
