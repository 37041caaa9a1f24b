'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/query-keys'
import { instantOf } from '@/components/time/local-time'
import { nextWeeklyTime } from '@/components/time/next-weekly-time'
import { useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { listFreeSlots, listUsualTimes } from '@/lib/openapi/operations.generated'

/** A time to post at. `at` is the instant, `local` the same in the project's zone. */
export type UsualTime = { local: string; at: Date; detail: string }

type Options = { projectId: string; channels: readonly ChannelId[]; now: Date }

/** The times of the week at which these channels often publish, the next first. */
export function useUsualTimes({ projectId, channels, now }: Options): UsualTime[] {
  const { timeZone } = useZone()
  const channel = channels.join(',')
  const { data } = useQuery({
    queryKey: ['usual-times', projectId, channel],
    queryFn: ({ signal }) =>
      call(listUsualTimes, { project_id: projectId, ...(channel ? { channel } : {}) }, { signal }),
    staleTime: 300_000,
    retry: 1,
  })
  return (data?.times ?? [])
    .flatMap((time) => {
      const detail = `${time.stories} stories published at this time in the last 180 days`
      return timeOf(nextWeeklyTime(time, timeZone, now), timeZone, detail)
    })
    .toSorted((one, other) => one.local.localeCompare(other.local))
}

export type FreeSlots = { times: { channel: ChannelId; at: string }[]; withoutSlots: ChannelId[] }

/** The next free posting slot of each channel. Null while it is unknown. */
export function useNextSlots({ projectId, channels }: Pick<Options, 'projectId' | 'channels'>): FreeSlots | null {
  const chosen = channelIds.filter((channel) => channels.includes(channel))
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'next-slots', chosen.join(',')],
    queryFn: ({ signal }) =>
      call(listFreeSlots, { project_id: projectId, channels: chosen.join(','), count: 1 }, { signal }),
    enabled: chosen.length > 0,
    refetchInterval: 60_000,
    retry: 1,
  })
  if (!data || chosen.length === 0) return null
  const times = chosen.flatMap((channel) => {
    const [at] = data.channels[channel] ?? []
    return at ? [{ channel, at }] : []
  })
  return { times, withoutSlots: data.without_slots }
}

function timeOf(local: string | null, timeZone: string, detail: string): UsualTime[] {
  const at = local ? instantOf(local, timeZone) : null
  return local && at ? [{ local, at, detail }] : []
}
