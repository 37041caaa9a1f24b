'use client'

import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queueKeys } from '@/components/stories/keys'
import { call } from '@/lib/api/client'
import { listQueue } from '@/lib/api/operations.generated'
import { channelIds } from '@/lib/channels/ids'
import type { QueueItem } from '@/lib/queue/contract'
import { loadQueuePage, type Place, type QueuePage } from './load-queue'
import { isForward, type QueueFilter } from './queue-filter'

/** `until` is the moment up to which nothing is missing, where a list that runs forward goes on. */
type Loaded = { items: QueueItem[]; until: string | null }

export function useQueue(projectId: string, filter: QueueFilter, initial: QueuePage | undefined) {
  const [start] = useState(() => new Date())
  return useInfiniteQuery({
    queryKey: [...queueKeys.all(projectId), filter],
    queryFn: ({ pageParam, signal }) =>
      loadQueuePage((input) => call(listQueue, input, { signal }), projectId, filter, start, pageParam),
    initialPageParam: null as Place | null,
    getNextPageParam: (page: QueuePage) => page.next,
    select: isForward(filter.view) ? soonestFirst : newestFirst,
    ...(initial ? { initialData: { pages: [initial], pageParams: [null] } } : {}),
    refetchInterval: 20_000,
  })
}

type Pages = InfiniteData<QueuePage, Place | null>

const newestFirst = ({ pages }: Pages): Loaded => ({ items: pages.flatMap(({ items }) => items), until: null })

const soonestFirst = ({ pages }: Pages): Loaded => {
  const next = pages.at(-1)?.next
  return {
    items: pages.flatMap(({ items }) => items).sort(byTime),
    until: next?.cursor ? null : (next?.from ?? null),
  }
}

/** Channels of one story stay together, in the order in which screens show them. */
const byTime = (one: QueueItem, other: QueueItem): number =>
  (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? '') ||
  one.story_id.localeCompare(other.story_id) ||
  channelIds.indexOf(one.channel) - channelIds.indexOf(other.channel)
