'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/keys'
import { call } from '@/lib/api/client'
import { getLateness } from '@/lib/api/operations.generated'
import type { QueueItem } from '@/lib/queue/contract'

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/** “12 minutes”, in the unit that says enough. */
export function sayDuration(seconds: number): string {
  if (seconds < 90) return count(Math.round(seconds), 'second')
  if (seconds < 5_400) return count(Math.round(seconds / 60), 'minute')
  return seconds < 129_600 ? count(Math.round(seconds / 3_600), 'hour') : count(Math.round(seconds / 86_400), 'day')
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
  return (
    <p className="text-sm text-ink-soft">
      {posts === 1
        ? `One post went out in the last 24 hours, ${sayDuration(half)} after its time.`
        : `${posts} posts went out in the last 24 hours: half of them within ${sayDuration(half)} of their time, 19 in 20 within ${sayDuration(most)}.`}
    </p>
  )
}
