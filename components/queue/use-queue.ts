'use client'

import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queueKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import { channelIds } from '@/lib/channel-ids'
import { listQueue } from '@/lib/openapi/operations.generated'
import type { ListedQueueItem } from '@/lib/queue/contract'
import { loadQueuePage, type PagePosition, type QueuePage } from './load-queue'
import { isForward, type QueueFilter } from './queue-filter'

/** `until`: the list is complete up to this moment. */
type Loaded = { items: ListedQueueItem[]; until: string | null }

export function useQueue(projectId: string, filter: QueueFilter, initial: QueuePage | undefined) {
  const [start] = useState(() => new Date())
  return useInfiniteQuery({
    queryKey: [...queueKeys.all(projectId), filter],
    queryFn: ({ pageParam, signal }) =>
      loadQueuePage((input) => call(listQueue, input, { signal }), projectId, filter, start, pageParam),
    initialPageParam: null as PagePosition | null,
    getNextPageParam: (page: QueuePage) => page.next,
    select: isForward(filter.view) ? earliestFirst : newestFirst,
    ...(initial ? { initialData: { pages: [initial], pageParams: [null] } } : {}),
    refetchInterval: 20_000,
  })
}

type Pages = InfiniteData<QueuePage, PagePosition | null>

const newestFirst = ({ pages }: Pages): Loaded => ({ items: pages.flatMap(({ items }) => items), until: null })

const earliestFirst = ({ pages }: Pages): Loaded => {
  const next = pages.at(-1)?.next
  return {
    items: pages.flatMap(({ items }) => items).sort(byTime),
    until: next?.cursor ? null : (next?.from ?? null),
  }
}

/** Channels of one story stay together, in display order. */
const byTime = (one: ListedQueueItem, other: ListedQueueItem): number =>
  (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? '') ||
  one.story_id.localeCompare(other.story_id) ||
  channelIds.indexOf(one.channel) - channelIds.indexOf(other.channel)
