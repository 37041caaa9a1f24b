'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/keys'
import { call } from '@/lib/api/client'
import { getLateness } from '@/lib/api/operations.generated'
import type { QueueItem } from '@/lib/queue/contract'

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/** “12 minutes”, in the unit that says enough. */
export function sayDuration(seconds: number): string {
  if (seconds < 120) return count(Math.round(seconds), 'second')
  if (seconds < 7_200) return count(Math.round(seconds / 60), 'minute')
  return seconds < 172_800 ? count(Math.round(seconds / 3_600), 'hour') : count(Math.round(seconds / 86_400), 'day')
}

/** Less is the time that a post takes. */
const punctualSeconds = 60

/** Of a post that is out: how long after its time, when that is worth a word. */
export function WentOutLate({ item }: { item: Pick<QueueItem, 'published_at' | 'scheduled_at'> }) {
  const { published_at, scheduled_at } = item
  if (!published_at || !scheduled_at) return null
  const seconds = (Date.parse(published_at) - Date.parse(scheduled_at)) / 1000
  if (seconds <= punctualSeconds) return null
  return <span className="text-sm text-ink-soft">{sayDuration(seconds)} after its time</span>
}

/** How punctual the last day was; nothing when nothing went out. */
export function LatenessLine({ projectId }: { projectId: string }) {
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'lateness'],
    queryFn: ({ signal }) => call(getLateness, { project_id: projectId }, { signal }),
    refetchInterval: 60_000,
  })
  if (!data || data.p50_seconds === null || data.p95_seconds === null) return null
  const { posts, p50_seconds: half, p95_seconds: most } = data
  return <p className="text-sm text-ink-soft">{punctuality(posts, half, most)}</p>
}

/** “Within 0 seconds” would be no words. */
const within = (seconds: number): string => (seconds < 1 ? 'a second' : sayDuration(Math.ceil(seconds)))

/** How late posts were, from the half of them that was quickest to all but one in twenty. */
export function punctuality(posts: number, half: number, most: number): string {
  const day = 'in the last 24 hours'
  if (posts === 1) return `One post went out ${day}, within ${within(half)} of its time.`
  if (within(half) === within(most))
    return `${posts} posts went out ${day}, 19 in 20 of them within ${within(most)} of their time.`
  return `${posts} posts went out ${day}: half of them within ${within(half)} of their time, 19 in 20 within ${within(most)}.`
}
