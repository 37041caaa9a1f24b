'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { nameChannels } from '@/components/channels/channel-names'
import { useMay } from '@/components/projects/role'
import { formatTime } from '@/components/time/formats'
import { Time, useZone } from '@/components/time/zone'
import { composePath } from './compose-path'
import type { FreeSlot } from './use-free-slots'

type Props = { projectId: string; slots: readonly FreeSlot[] }

/** Free slots without a post between them. Each opens a new story for its channels at its time. */
export const FreeSlotChips = ({ projectId, slots }: Props) => (
  <li className="flex items-center gap-3 px-3 py-1.5 text-sm text-ink-soft">
    <span className="w-10 shrink-0 lg:w-18">Free</span>
    <ul aria-label="Free slots" className="flex min-w-0 flex-wrap gap-2 pointer-coarse:gap-y-3">
      {slots.map((slot) => (
        <li key={slot.at} className="flex">
          <Chip projectId={projectId} slot={slot} />
        </li>
      ))}
    </ul>
  </li>
)

// On touch, the target is higher than the chip.
const look =
  'relative inline-flex h-7 items-center gap-1.5 rounded-full border border-dashed border-line-strong px-2.5 tabular-nums pointer-coarse:h-8 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1.5'

function Chip({ projectId, slot }: { projectId: string; slot: FreeSlot }) {
  const { timeZone, locale } = useZone()
  const mayWrite = useMay('stories:write')
  const channels = nameChannels(slot.channels)
  const icons = slot.channels.map((channel) => <ChannelIcon key={channel} channel={channel} size={14} />)
  if (!mayWrite)
    return (
      <span className={look} title={channels}>
        <Time at={slot.at} style="time" /> {icons} <span className="sr-only">{channels}</span>
      </span>
    )
  const label = `New story at ${formatTime(slot.at, 'time', timeZone, locale)} for ${channels}`
  return (
    <Link
      href={composePath(projectId, slot, timeZone)}
      aria-label={label}
      title={label}
      suppressHydrationWarning
      className={`${look} hover:border-accent hover:border-solid hover:bg-accent-wash hover:text-accent`}
    >
      <Time at={slot.at} style="time" />
      {icons}
      <Plus aria-hidden size={14} />
    </Link>
  )
}
