'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { listFreeSlots } from '@/lib/openapi/operations.generated'

/** A time at which channels have a free posting slot. */
export type FreeSlot = { at: string; channels: ChannelId[] }

/** How far ahead gaps are shown. */
const days = 7
const slotsMax = 200
const none: FreeSlot[] = []

/** Free slots of the next days, soonest first. @param channel null: all channels */
export function useFreeSlots(projectId: string, channel: ChannelId | null, isShown: boolean): FreeSlot[] {
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'free-slots', channel],
    queryFn: ({ signal }) =>
      call(
        listFreeSlots,
        { project_id: projectId, days, count: slotsMax, ...(channel ? { channels: channel } : {}) },
        { signal },
      ),
    select: ({ channels }) => byTime(channels),
    enabled: isShown,
    refetchInterval: 60_000,
    retry: 1,
  })
  return isShown ? (data ?? none) : none
}

function byTime(free: Partial<Record<ChannelId, string[]>>): FreeSlot[] {
  const slots = new Map<string, ChannelId[]>()
  for (const channel of channelIds)
    for (const at of free[channel] ?? []) slots.set(at, [...(slots.get(at) ?? []), channel])
  return [...slots].map(([at, channels]) => ({ at, channels })).sort((one, other) => one.at.localeCompare(other.at))
}
