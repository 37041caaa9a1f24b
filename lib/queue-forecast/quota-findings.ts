import type { ChannelId } from '@/lib/channel-ids'
import { channelNames } from '@/lib/channels/names'
import type { Finding } from './finding'
import type { ForecastConnection, ForecastRow, RecentPost } from './repository'

const hourMs = 3_600_000

/** Limits of posts per account, from the networks' documentation (docs/channels). */
const quotas: Partial<Record<ChannelId, { posts: number; windowMs: number; text: string }>> = {
  instagram: { posts: 100, windowMs: 24 * hourMs, text: '24 hours' },
  threads: { posts: 250, windowMs: 24 * hourMs, text: '24 hours' },
  linkedin: { posts: 150, windowMs: 24 * hourMs, text: '24 hours' },
  x: { posts: 100, windowMs: hourMs / 4, text: '15 minutes' },
}

/** Posts over their network's limit, or at a time when the network wants no posts. They are published later. */
export function quotaFindings(
  rows: readonly ForecastRow[],
  recent: readonly RecentPost[],
  connections: ReadonlyMap<ChannelId, ForecastConnection>,
): Finding[] {
  return [...pausedFindings(rows, connections), ...overQuota(rows, recent)]
}

function pausedFindings(
  rows: readonly ForecastRow[],
  connections: ReadonlyMap<ChannelId, ForecastConnection>,
): Finding[] {
  return rows.flatMap((row): Finding[] => {
    const until = connections.get(row.channel)?.paused_until
    if (!until || until <= row.scheduled_at) return []
    const at = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    const message = `${channelNames[row.channel]} accepts no posts of this account until ${at}.`
    return [finding(row, message, 'The post is published after that. Choose a later time if it must be on time.')]
  })
}

/** Counts the posts of each channel in a sliding window. Rows are in order of time. */
function overQuota(rows: readonly ForecastRow[], recent: readonly RecentPost[]): Finding[] {
  const windows = new Map<ChannelId, number[]>()
  for (const { channel, at } of recent) windowOf(windows, channel).push(at.getTime())
  return rows.flatMap((row): Finding[] => {
    const quota = quotas[row.channel]
    if (!quota) return []
    const at = row.scheduled_at.getTime()
    const window = windowOf(windows, row.channel).filter((time) => time > at - quota.windowMs)
    window.push(at)
    windows.set(row.channel, window)
    if (window.length <= quota.posts) return []
    const message = `${channelNames[row.channel]} allows ${quota.posts} posts in ${quota.text}. This would be number ${window.length}.`
    return [finding(row, message, 'Move some posts to another time.')]
  })
}

function windowOf(windows: Map<ChannelId, number[]>, channel: ChannelId): number[] {
  const times = windows.get(channel) ?? []
  windows.set(channel, times)
  return times
}

const finding = (row: ForecastRow, message: string, remedy: string): Finding => ({
  ...{ row, kind: 'quota_reached', severity: 'warning', message, remedy },
})
