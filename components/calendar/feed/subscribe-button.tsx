'use client'

import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'

const SubscribeDialog = lazyComponent(() => import('./subscribe-dialog').then((it) => it.SubscribeDialog))

/** Opens the dialog with the address for calendar apps. */
export function SubscribeButton({ projectId }: { projectId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label="Subscribe in a calendar app" onClick={() => setIsOpen(true)} className="max-sm:hidden">
        <CalendarSync aria-hidden size={16} />
      </IconButton>
      {isOpen && <SubscribeDialog projectId={projectId} onClose={() => setIsOpen(false)} />}
    </>
  )
}
