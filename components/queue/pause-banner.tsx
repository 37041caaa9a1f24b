'use client'

import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { RoleNote, useIsAtLeast } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { later } from '@/components/ui/later'
import { Notice } from '@/components/ui/notice'
import { type PauseAnswer, usePause } from './use-pause'

const ResumeDialog = later(() => import('./resume-dialog').then((it) => it.ResumeDialog))

/** Says on every screen of a project that nothing of it goes out, by whose word, and how it goes on. */
export function PauseBanner({ projectId, initial }: { projectId: string; initial: PauseAnswer }) {
  const pause = usePause(projectId, initial)
  const mayResume = useIsAtLeast('admin')
  const [isResuming, setIsResuming] = useState(false)
  return (
    <div role="status">
      {pause && (
        <div className="mb-5">
          <Notice
            tone="warn"
            title="This project is paused: nothing goes out"
            action={
              mayResume && (
                <Button isSmall icon={<CirclePlay aria-hidden size={16} />} onClick={() => setIsResuming(true)}>
                  Resume…
                </Button>
              )
            }
          >
            <p>
              {pause.paused_by?.name ?? 'Somebody who has left'} paused it on <Time at={pause.paused_at} />
              {pause.reason ? `: “${pause.reason}”.` : '.'} Posts whose time comes wait, and do not fail.
            </p>
            <RoleNote least="admin" to="resume it" />
          </Notice>
        </div>
      )}
      {pause && isResuming && <ResumeDialog projectId={projectId} onClose={() => setIsResuming(false)} />}
    </div>
  )
}
