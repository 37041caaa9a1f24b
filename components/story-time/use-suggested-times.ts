'use client'

import { useQuery } from '@tanstack/react-query'
import { nameChannels } from '@/components/channels/channel-names'
import { queueKeys } from '@/components/stories/query-keys'
import { localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { listFreeSlots, listPostingTimes, listUsualTimes } from '@/lib/openapi/operations.generated'
import { type SuggestedTime, suggestedTimes } from './suggested-times'

/** Enough to find a time that is free for all channels. */
const slotsPerChannel = 30
const staleMs = 300_000

/** Times to offer for a story on these channels. Undefined while they load. */
export function useSuggestedTimes(projectId: string, channels: readonly ChannelId[]): SuggestedTime[] | undefined {
  const { timeZone } = useZone()
  const chosen = channelIds.filter((channel) => channels.includes(channel)).join(',')
  const channel = chosen ? { channel: chosen } : {}
  const free = useQuery({
    queryKey: [...queueKeys.all(projectId), 'suggested-slots', chosen],
    queryFn: ({ signal }) =>
      call(
        listFreeSlots,
        { project_id: projectId, count: slotsPerChannel, ...(chosen ? { channels: chosen } : {}) },
        { signal },
      ),
    retry: 1,
  })
  const results = useQuery({
    queryKey: ['posting-times', projectId, chosen],
    queryFn: ({ signal }) => call(listPostingTimes, { project_id: projectId, ...channel }, { signal }),
    staleTime: staleMs,
    retry: 1,
  })
  const usual = useQuery({
    queryKey: ['usual-times', projectId, chosen],
    queryFn: ({ signal }) => call(listUsualTimes, { project_id: projectId, ...channel }, { signal }),
    staleTime: staleMs,
    retry: 1,
  })
  if (free.isLoading || results.isLoading || usual.isLoading) return undefined
  return suggestedTimes(
    { free: free.data?.channels ?? null, results: results.data ?? null, usual: usual.data ?? null },
    { timeZone, now: new Date(), localOf: (at) => localOf(at, timeZone), nameChannels },
  )
}
