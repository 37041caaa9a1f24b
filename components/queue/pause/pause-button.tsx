'use client'

import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import { useIsAtLeast } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { usePause } from './use-pause'

const PauseDialog = lazyComponent(() => import('./pause-dialog').then((it) => it.PauseDialog))

/** For admins and owners. The banner has the button to resume. */
export function PauseButton({ projectId }: { projectId: string }) {
  const pause = usePause(projectId)
  const mayPause = useIsAtLeast('admin')
  const [isConfirming, setIsConfirming] = useState(false)
  if (!mayPause || pause) return null
  return (
    <>
      <Button icon={<CirclePause aria-hidden size={16} />} onClick={() => setIsConfirming(true)}>
        Pause project…
      </Button>
      {isConfirming && <PauseDialog projectId={projectId} onClose={() => setIsConfirming(false)} />}
    </>
  )
}
