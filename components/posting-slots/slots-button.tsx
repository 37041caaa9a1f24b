'use client'

import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { ChannelId } from '@/lib/channel-ids'

const SlotsDialog = lazyComponent(() => import('./slots-dialog').then((it) => it.SlotsDialog))

type Props = {
  projectId: string
  /** Whose slots are shown first. Null: the first channel. */
  channel: ChannelId | null
  /** The address asks for the dialog. */
  isLinked: boolean
  onClose: () => void
}

export function SlotsButton({ projectId, channel, isLinked, onClose }: Props) {
  const mayWrite = useMay('stories:write')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayWrite) return null
  const close = (): void => {
    setIsOpen(false)
    onClose()
  }
  return (
    <>
      <Button icon={<CalendarRange aria-hidden size={16} />} aria-label="Posting slots" onClick={() => setIsOpen(true)}>
        <span className="max-sm:hidden">Slots</span>
      </Button>
      {(isOpen || isLinked) && <SlotsDialog projectId={projectId} channel={channel} onClose={close} />}
    </>
  )
}
