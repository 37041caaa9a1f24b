'use client'

import { Plus, Unplug } from 'lucide-react'
import Link from 'next/link'
import { nameChannels } from '@/components/channels/channel-names'
import { useMay } from '@/components/projects/role'
import { Time, useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { dropLook } from '../reorder/drop-look'
import { useDropEdge } from '../reorder/reorder-context'
import { useRowDrag } from '../reorder/use-row-drag'
import { composePath } from './compose-path'
import type { FreeSlot } from './use-free-slots'

type Props = { projectId: string; slot: FreeSlot; isConnected: boolean }

/**
 * A free slot of one channel, where posts can be dropped. Its link opens a new story for the channel at that time, or the
 * connections if its posts would fail.
 */
export function FreeSlotRow({ projectId, slot, isConnected }: Props) {
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
      <span className="w-18 shrink-0 whitespace-nowrap">
        <Time at={slot.at} style="time" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="rounded-full border border-dashed border-line-strong px-2 py-0.5">Free</span>
      </span>
      {mayWrite && !isConnected && (
        <Link
          href={`/${projectId}/connections`}
          className="flex items-center gap-1 font-medium after:absolute after:inset-0 hover:text-ink"
        >
          <Unplug aria-hidden size={14} />
          {nameChannels(slot.channels)} is not connected
        </Link>
      )}
      {mayWrite && isConnected && (
        <Link
          href={composePath(projectId, slot, timeZone)}
          className="flex items-center gap-1 font-medium after:absolute after:inset-0 hover:text-ink"
        >
          <Plus aria-hidden size={14} />
          New story
        </Link>
      )}
    </li>
  )
}
