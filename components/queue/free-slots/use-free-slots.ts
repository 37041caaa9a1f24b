'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import type { AnswerOf } from '@/lib/api/contract'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { listFreeSlots } from '@/lib/openapi/operations.generated'
import type { listFreeSlots as contract } from '@/lib/posting-slots/contract'
import { freeSlotsQuery } from './free-slots-query'

/** A time at which channels have a free posting slot. */
export type FreeSlot = { at: string; channels: ChannelId[] }

const none: FreeSlot[] = []

/** What the endpoint answers. */
export type ListedFreeSlots = AnswerOf<typeof contract>

type Options = { channel: ChannelId | null; isShown: boolean; initial: ListedFreeSlots | undefined }

/** Free slots of the next days, soonest first. */
export function useFreeSlots(projectId: string, { channel, isShown, initial }: Options): FreeSlot[] {
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'free-slots', channel],
    queryFn: ({ signal }) => call(listFreeSlots, freeSlotsQuery(projectId, channel), { signal }),
    select: ({ channels }) => byTime(channels),
    enabled: isShown,
    ...(initial ? { initialData: initial } : {}),
    refetchInterval: 60_000,
    retry: 1,
  })
  return isShown ? (data ?? none) : none
}

/** Without channels that have no working connection: their posts would fail. */
export function connectedSlots(slots: readonly FreeSlot[], connected: ReadonlySet<ChannelId>): FreeSlot[] {
  return slots.flatMap(({ at, channels }) => {
    const own = channels.filter((channel) => connected.has(channel))
    return own.length > 0 ? [{ at, channels: own }] : []
  })
}

function byTime(free: Partial<Record<ChannelId, string[]>>): FreeSlot[] {
  const slots = new Map<string, ChannelId[]>()
  for (const channel of channelIds)
    for (const at of free[channel] ?? []) slots.set(at, [...(slots.get(at) ?? []), channel])
  return [...slots].map(([at, channels]) => ({ at, channels })).sort((one, other) => one.at.localeCompare(other.at))
}
