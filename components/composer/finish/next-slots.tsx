'use client'

import { useQuery } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import Link from 'next/link'
import { channelNames, nameChannels } from '@/components/channels/channel-names'
import { queueKeys } from '@/components/stories/query-keys'
import { formatTime } from '@/components/time/formats'
import { useZone, type Zone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { call } from '@/lib/api/client'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { listFreeSlots } from '@/lib/openapi/operations.generated'

type Props = { projectId: string; channels: readonly ChannelId[]; isBusy: boolean; onAdd: () => void }

/** Adds the story to the queue: each channel gets its next free slot. Hidden while none of them has slots. */
export function NextSlots({ projectId, channels, isBusy, onAdd }: Props) {
  const zone = useZone()
  const chosen = channelIds.filter((channel) => channels.includes(channel))
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'next-slots', chosen.join(',')],
    queryFn: ({ signal }) =>
      call(listFreeSlots, { project_id: projectId, channels: chosen.join(','), count: 1 }, { signal }),
    enabled: chosen.length > 0,
    refetchInterval: 60_000,
    retry: 1,
  })
  if (!data || chosen.length === 0 || data.without_slots.length === chosen.length) return null
  const missing = data.without_slots
  if (missing.length > 0) {
    return (
      <p className="text-sm text-ink-soft">
        {nameChannels(missing)} {missing.length === 1 ? 'has' : 'have'} no posting slots.{' '}
        <Link href={`/${projectId}/queue?slots`} className="font-medium text-accent underline">
          Set slots
        </Link>{' '}
        to add this story to the queue.
      </p>
    )
  }
  const times = chosen.flatMap((channel) => {
    const [at] = data.channels[channel] ?? []
    return at ? [{ channel, at }] : []
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button icon={<ListPlus aria-hidden size={16} />} isBusy={isBusy} onClick={onAdd}>
        Add to queue
      </Button>
      <p className="min-w-0 flex-1 basis-48 text-sm text-ink-soft">Next free slot: {timesText(times, zone)}</p>
    </div>
  )
}

type SlotTime = { channel: ChannelId; at: string }

/** “Tue, 1 Dec, 09:00”, or one time per channel if they differ. */
function timesText(times: readonly SlotTime[], { timeZone, locale }: Zone): string {
  const format = (at: string): string => formatTime(at, 'short', timeZone, locale)
  const [first] = times
  if (!first) return 'none in the next weeks'
  if (times.every(({ at }) => at === first.at)) return format(first.at)
  return times.map(({ channel, at }) => `${channelNames[channel]} ${format(at)}`).join(' · ')
}
