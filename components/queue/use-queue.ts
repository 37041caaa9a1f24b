'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queueKeys } from '@/components/stories/keys'
import { call } from '@/lib/api/client'
import { listQueue } from '@/lib/api/operations.generated'
import { loadQueuePage, type QueuePage } from './load-queue'
import type { QueueFilter } from './queue-filter'

export function useQueue(projectId: string, filter: QueueFilter, initial: QueuePage | undefined) {
  const [start] = useState(() => new Date())
  return useInfiniteQuery({
    queryKey: [...queueKeys.all(projectId), filter],
    queryFn: ({ pageParam, signal }) =>
      loadQueuePage((input) => call(listQueue, input, { signal }), projectId, filter, start, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page: QueuePage) => page.next ?? undefined,
    ...(initial ? { initialData: { pages: [initial], pageParams: [null] } } : {}),
    refetchInterval: 20_000,
  })
}
