import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { invalid } from '@/lib/errors'
import { addSums, type Metric, metrics, rateOf, type Sums } from '@/lib/metrics/rates'
import type { AnalyticsTotals, getAnalytics as contract } from './contract'
import { sumByChannel } from './repository'

/** Sums of a project's posts, in total and per channel in the usual channel order. */
export async function getAnalytics(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  const { from, to, channel: channels } = input
  requireValidRange(input)
  const rows = await sumByChannel(context.db, projectId, { from, to, channels })
  return {
    totals: numbersOf(rows),
    by_channel: rows.sort(inChannelOrder).map((row) => ({ channel: row.channel, ...numbersOf([row]) })),
  }
}

type OfChannel = { channel: ChannelId }
export const inChannelOrder = (one: OfChannel, other: OfChannel): number =>
  channelIds.indexOf(one.channel) - channelIds.indexOf(other.channel)

export function requireValidRange({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from && to && Date.parse(to) <= Date.parse(from))
    throw invalid('to', 'must be later than `from`', 'invalid_range')
}

export function numbersOf(rows: readonly Sums[]): AnalyticsTotals {
  const sums = addSums(rows)
  const reported = Object.fromEntries(metrics.map((name) => [name, sums[name]])) as Record<Metric, number | null>
  return {
    posts: sums.posts,
    ...reported,
    engagement_rate: rateOf(sums, 'engagement_rate'),
    unreported_metrics: metrics.filter((name) => sums[name] === null),
  }
}
