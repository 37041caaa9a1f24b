'use client'

import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'

const SlotsDialog = lazyComponent(() => import('./slots-dialog').then((it) => it.SlotsDialog))

/** @param isOpenAtFirst for links to the dialog */
export function SlotsButton({ projectId, isOpenAtFirst }: { projectId: string; isOpenAtFirst: boolean }) {
  const mayWrite = useMay('stories:write')
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  if (!mayWrite) return null
  return (
    <>
      <Button icon={<CalendarRange aria-hidden size={16} />} aria-label="Posting slots" onClick={() => setIsOpen(true)}>
        <span className="max-sm:hidden">Slots</span>
      </Button>
      {isOpen && <SlotsDialog projectId={projectId} onClose={() => setIsOpen(false)} />}
    </>
  )
}
