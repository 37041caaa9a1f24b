'use client'

import { type InfiniteData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { Notification, Seen } from '@/lib/notifications/contract'
import { listNotifications, readNotifications } from '@/lib/openapi/operations.generated'

export type Notifications = AnswerTo<typeof listNotifications>

/** New notifications appear within this time. */
export const pollMs = 15_000
const newestMax = 10

type Polling = {
  /** Poll in background tabs too, for desktop notifications. */
  isInBackground: boolean
}

/**
 * The newest notifications, refetched on window focus. Only one caller polls; the others share its query.
 */
export function useNewest(projectId: string | null, polling?: Polling) {
  return useQuery({
    queryKey: notificationKeys.newest(projectId ?? ''),
    queryFn: ({ signal }) => call(listNotifications, { project_id: projectId ?? '', limit: newestMax }, { signal }),
    enabled: projectId !== null,
    refetchInterval: polling ? pollMs : false,
    refetchIntervalInBackground: polling?.isInBackground ?? false,
    refetchOnWindowFocus: 'always',
  })
}

export type Marking = { ids: string[] } | { upTo: Seen }

/** Optimistic: marks as read at once and rolls back on an error. */
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
  const change = (data: Notifications): Notifications => marked(data, marking)
  queries.setQueryData<Notifications>(notificationKeys.newest(projectId), (data) => data && change(data))
  queries.setQueryData<InfiniteData<Notifications>>(
    notificationKeys.pages(projectId),
    (data) => data && { ...data, pages: data.pages.map(change) },
  )
}

function marked(data: Notifications, marking: Marking): Notifications {
  const isNamed = ({ id }: Notification): boolean => 'upTo' in marking || marking.ids.includes(id)
  const newlyRead = data.notifications.filter((one) => isNamed(one) && !one.is_read).length
  return {
    ...data,
    notifications: data.notifications.map((one) => (isNamed(one) ? { ...one, is_read: true } : one)),
    waiting:
      'upTo' in marking
        ? { ...data.waiting, stories: data.waiting.stories.map((one) => ({ ...one, is_read: true })) }
        : data.waiting,
    unread_count: 'upTo' in marking ? 0 : Math.max(0, data.unread_count - newlyRead),
  }
}
