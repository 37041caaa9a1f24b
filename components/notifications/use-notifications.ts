'use client'

import { type InfiniteData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listNotifications, readNotifications } from '@/lib/api/operations.generated'
import type { Notification, Seen } from '@/lib/notifications/contract'

export type Notifications = AnswerTo<typeof listNotifications>

export const notificationKeys = {
  all: (projectId: string) => ['notifications', projectId] as const,
  newest: (projectId: string) => ['notifications', projectId, 'newest'] as const,
  pages: (projectId: string) => ['notifications', projectId, 'pages'] as const,
}

/** A failure is on the screen this long after it happened, at most. */
export const pollMs = 15_000
const newestShown = 10

type Polling = {
  /** Also while nobody looks, for whoever wants to be told on the desktop. */
  isHiddenToo: boolean
}

/**
 * The newest, asked for at once when somebody comes back. One in the frame asks again and again; the others see what it
 * finds.
 */
export function useNewest(projectId: string, polling?: Polling) {
  return useQuery({
    queryKey: notificationKeys.newest(projectId),
    queryFn: ({ signal }) => call(listNotifications, { project_id: projectId, limit: newestShown }, { signal }),
    refetchInterval: polling ? pollMs : false,
    refetchIntervalInBackground: polling?.isHiddenToo ?? false,
    refetchOnWindowFocus: 'always',
  })
}

export type Marking = { ids: string[] } | { upTo: Seen }

/** Shown as read at once; put back when the server refuses. */
export function useMarkRead(projectId: string) {
  const queries = useQueryClient()
  const key = notificationKeys.all(projectId)
  return useMutation({
    mutationFn: (marking: Marking) =>
      call(readNotifications, {
        project_id: projectId,
        ...('ids' in marking ? { notification_ids: marking.ids } : { up_to: marking.upTo }),
      }),
    onMutate: async (marking) => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueriesData({ queryKey: key })
      markInCache(queries, projectId, marking)
      return { before }
    },
    onError: (_, __, context) => {
      for (const [at, data] of context?.before ?? []) queries.setQueryData(at, data)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

function markInCache(queries: QueryClient, projectId: string, marking: Marking): void {
  const change = (answer: Notifications): Notifications => marked(answer, marking)
  queries.setQueryData<Notifications>(notificationKeys.newest(projectId), (answer) => answer && change(answer))
  queries.setQueryData<InfiniteData<Notifications>>(
    notificationKeys.pages(projectId),
    (data) => data && { ...data, pages: data.pages.map(change) },
  )
}

function marked(answer: Notifications, marking: Marking): Notifications {
  const isNamed = ({ id }: Notification): boolean => 'upTo' in marking || marking.ids.includes(id)
  const newly = answer.notifications.filter((one) => isNamed(one) && !one.is_read).length
  return {
    ...answer,
    notifications: answer.notifications.map((one) => (isNamed(one) ? { ...one, is_read: true } : one)),
    waiting:
      'upTo' in marking
        ? { ...answer.waiting, stories: answer.waiting.stories.map((one) => ({ ...one, is_read: true })) }
        : answer.waiting,
    unread_count: 'upTo' in marking ? 0 : Math.max(0, answer.unread_count - newly),
  }
}
