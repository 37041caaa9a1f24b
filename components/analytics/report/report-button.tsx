'use client'

import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { ReportProps } from './report-props'

const ReportDialog = lazyComponent(() => import('./report-dialog').then((it) => it.ReportDialog))

export function ReportButton(props: ReportProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<FileText aria-hidden size={16} />} onClick={() => setIsOpen(true)}>
        Report
      </Button>
      {isOpen && <ReportDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
