'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import { getLateness } from '@/lib/openapi/operations.generated'
import type { QueueItem } from '@/lib/queue-items/schema'
import { formatNumber, plural } from '@/lib/text/number-text'

/** “12 minutes”. */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return plural(Math.round(seconds), 'second')
  if (seconds < 7_200) return plural(Math.round(seconds / 60), 'minute')
  return seconds < 172_800 ? plural(Math.round(seconds / 3_600), 'hour') : plural(Math.round(seconds / 86_400), 'day')
}

/** Publishing can take up to a minute. */
const onTimeSeconds = 60

/** How late a post was published, if it was late. */
export function PublishedLate({ item }: { item: Pick<QueueItem, 'published_at' | 'scheduled_at'> }) {
  const { published_at, scheduled_at } = item
  if (!published_at || !scheduled_at) return null
  const seconds = (Date.parse(published_at) - Date.parse(scheduled_at)) / 1000
  if (seconds <= onTimeSeconds) return null
  return <span className="text-sm text-ink-soft">{formatDuration(seconds)} late</span>
}

/** Punctuality of the last 24 hours. Hidden if nothing was published. */
export function LatenessLine({ projectId }: { projectId: string }) {
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'lateness'],
    queryFn: ({ signal }) => call(getLateness, { project_id: projectId }, { signal }),
    refetchInterval: 60_000,
  })
  if (!data || data.p95_seconds === null) return null
  return <p>{punctualityText(data.posts, data.p95_seconds, data.longest_seconds ?? data.p95_seconds)}</p>
}

/** At least a second, to avoid “within 0 seconds”. */
const delay = (seconds: number): string => (seconds < 1 ? 'a second' : formatDuration(Math.ceil(seconds)))

/** Of fewer posts, 95% are not a whole number of posts. */
const minPostsForShare = 20

/**
 * @param most 95th percentile of the delay in seconds
 * @param longest the longest delay in seconds
 */
export function punctualityText(posts: number, most: number, longest: number): string {
  if (posts === 1) return `Last 24 hours: 1 post was published within ${delay(longest)} of its time.`
  const [subject, seconds] = posts < minPostsForShare ? ['all', longest] : ['95% of', most]
  return `Last 24 hours: ${subject} ${formatNumber(posts)} posts were published within ${delay(seconds)} of their time.`
}
