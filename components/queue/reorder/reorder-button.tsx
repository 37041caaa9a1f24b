'use client'

import { ArrowUpDown } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Menu } from '@/components/ui/menu'
import { channelIds } from '@/lib/channel-ids'
import type { QueueItem } from '@/lib/queue-items/schema'
import { showChannel } from './use-reorder-items'

type Props = { projectId: string; items: readonly Pick<QueueItem, 'channel'>[] }

/** Posts are reordered in the view of their channel. This chooses one. */
export function ReorderButton({ projectId, items }: Props) {
  const used = new Set(items.map(({ channel }) => channel))
  return (
    <Menu
      label="Reorder"
      header={<p className="max-w-60 text-sm text-ink-soft">Choose the channel whose posts you want to reorder.</p>}
      items={channelIds
        .filter((channel) => used.has(channel))
        .map((channel) => ({
          label: channelNames[channel],
          icon: <ChannelIcon channel={channel} />,
          onSelect: () => showChannel(projectId, channel),
        }))}
      trigger={
        <>
          <ArrowUpDown size={14} /> Reorder
        </>
      }
      triggerClassName="-mr-1.5 flex h-7 items-center gap-1.5 rounded-md px-1.5 text-sm font-medium text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:h-11"
    />
  )
}
