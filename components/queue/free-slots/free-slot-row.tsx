'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcons } from '@/components/channels/channel-icon'
import { useMay } from '@/components/projects/role'
import { localOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { dropLook } from '../reorder/drop-look'
import { useDropEdge } from '../reorder/reorder-context'
import { useRowDrag } from '../reorder/use-row-drag'
import type { FreeSlot } from './use-free-slots'

/** A gap in the queue. Its link opens a new story for its channels at that time. */
export function FreeSlotRow({ projectId, slot }: { projectId: string; slot: FreeSlot }) {
  const { timeZone } = useZone()
  const mayWrite = useMay('stories:write')
  const { row } = useRowDrag(slot.at)
  const edge = useDropEdge(slot.at)
  return (
    <li
      ref={row}
      data-place={slot.at}
      className={classes(
        'relative flex min-h-10 items-center gap-3 px-3 text-sm text-ink-soft group-last/section:last:rounded-b-xl hover:bg-hover',
        edge && dropLook[edge],
      )}
    >
      <span className="whitespace-nowrap lg:w-18">
        <Time at={slot.at} style="time" />
      </span>
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <span className="rounded-full border border-dashed border-line-strong px-2 py-0.5">Free</span>
        <ChannelIcons channels={slot.channels} />
      </span>
      {mayWrite && (
        <Link
          href={`/${projectId}/compose?at=${localOf(slot.at, timeZone)}&channels=${slot.channels.join(',')}`}
          className="flex items-center gap-1 font-medium after:absolute after:inset-0 hover:text-ink"
        >
          <Plus aria-hidden size={14} />
          New story
        </Link>
      )}
    </li>
  )
}
