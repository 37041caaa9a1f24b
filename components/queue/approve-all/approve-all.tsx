'use client'

import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { ChannelId } from '@/lib/channel-ids'

const ApproveAllDialog = lazyComponent(() => import('./approve-all-dialog').then((it) => it.ApproveAllDialog))

type Props = { projectId: string; channel: ChannelId | null }

/** Approves all posts that wait, also those that are not loaded yet. For admins and owners. */
export function ApproveAll({ projectId, channel }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button isSmall icon={<CheckCheck aria-hidden size={16} />} onClick={() => setIsOpen(true)}>
        Approve all…
      </Button>
      {isOpen && <ApproveAllDialog {...{ projectId, channel }} onClose={() => setIsOpen(false)} />}
    </>
  )
}
