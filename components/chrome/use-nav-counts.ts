'use client'

import { useQuery } from '@tanstack/react-query'
import { useInboxCounts } from '@/components/inbox/data/use-inbox-counts'
import type { NavItem } from '@/components/navigation/nav-items'
import { useNewest } from '@/components/notifications/use-notifications'
import { queueKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import { listQueue } from '@/lib/openapi/operations.generated'

/** `text` explains the number to screen readers and in the tooltip. */
export type NavCount = { shown: string; text: string; tone: 'quiet' | 'bad' }
export type NavCounts = Partial<Record<NonNullable<NavItem['counts']>, NavCount>>

const failedDays = 30
/** Limits the size of the response. */
const failedPosts = 20
const pollMs = 60_000
/** On the inbox screen it is faster. */
const inboxPollMs = 15_000

/** What waits for the user: stories to approve, stories with failed posts, and unread conversations. */
export function useNavCounts(projectId: string | null): NavCounts {
  const approvals = useNewest(projectId).data?.waiting.count ?? 0
  const failures = useFailures(projectId)
  const unread = useInboxCounts(projectId, inboxPollMs).data?.unread ?? 0
  const counts: NavCounts = {}
  if (approvals > 0) {
    const shown = approvals >= 100 ? '99+' : String(approvals)
    counts.approvals = { shown, text: `${shown} to approve`, tone: 'quiet' }
  }
  if (failures)
    counts.failures = { shown: failures, text: `${failures} failed in the last ${failedDays} days`, tone: 'bad' }
  if (unread > 0) {
    const shown = unread >= 100 ? '99+' : String(unread)
    counts.unread = { shown, text: `${shown} unread`, tone: 'quiet' }
  }
  return counts
}

/** The number of stories with a failed post. Refetched with the queue, after each change of a story. */
function useFailures(projectId: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: queueKeys.failed(projectId ?? ''),
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - failedDays * 86_400_000).toISOString()
      const query = { project_id: projectId ?? '', status: 'failed', from, limit: failedPosts }
      const { items, next_cursor } = await call(listQueue, query, { signal })
      const stories = new Set(items.map(({ story_id }) => story_id)).size
      return stories === 0 ? '' : `${stories}${next_cursor === null ? '' : '+'}`
    },
    enabled: projectId !== null,
    staleTime: pollMs,
    refetchInterval: pollMs,
  })
  return data
}
