'use client'

import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { RoleNote, useIsAtLeast } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Notice } from '@/components/ui/notice'
import { type PauseResponse, usePause } from './use-pause'

const ResumeDialog = lazyComponent(() => import('./resume-dialog').then((it) => it.ResumeDialog))

/** On every screen of a paused project: who paused it, why, and how to resume it. */
export function PauseBanner({ projectId, initial }: { projectId: string; initial: PauseResponse }) {
  const pause = usePause(projectId, initial)
  const mayResume = useIsAtLeast('admin')
  const [isResuming, setIsResuming] = useState(false)
  return (
    <div role="status">
      {pause && (
        <div className="mb-3">
          <Notice
            tone="warn"
            title="This project is paused. Posts are not published."
            action={
              mayResume && (
                <Button isSmall icon={<CirclePlay aria-hidden size={16} />} onClick={() => setIsResuming(true)}>
                  Resume…
                </Button>
              )
            }
          >
            <p>
              Paused by {pause.paused_by?.name ?? 'a former member'} on <Time at={pause.paused_at} />. Due posts wait
              until it is resumed.
            </p>
            {pause.reason && <p>Reason: “{pause.reason}”</p>}
            <RoleNote least="admin" to="resume the project" />
          </Notice>
        </div>
      )}
      {pause && isResuming && <ResumeDialog projectId={projectId} onClose={() => setIsResuming(false)} />}
    </div>
  )
}
