'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { useIsAtLeast } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { pauseProject } from '@/lib/api/operations.generated'
import { askPauseAgain, notePause, usePause } from './use-pause'

/** For those who may, while the project is not paused; the way back is in the banner. */
export function PauseButton({ projectId }: { projectId: string }) {
  const pause = usePause(projectId)
  const mayPause = useIsAtLeast('admin')
  const [isAsking, setIsAsking] = useState(false)
  if (!mayPause || pause) return null
  return (
    <>
      <Button icon={<CirclePause aria-hidden size={16} />} onClick={() => setIsAsking(true)}>
        Pause the project…
      </Button>
      {isAsking && <PauseDialog projectId={projectId} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function PauseDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(pauseProject, { id: projectId, ...(reason.trim() ? { reason } : {}) }),
    onSuccess: ({ pause }) => {
      notePause(queries, projectId, pause)
      toast('The project is paused.')
      onClose()
    },
    onError: () => void askPauseAgain(queries, projectId),
  })
  return (
    <Dialog title="Pause this project?" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <p>
          Nothing goes out until somebody resumes it. A post that is on its way this very moment is ended. What is
          missed meanwhile is not sent at once afterwards: you choose then what becomes of it.
        </p>
        <TextArea
          label="Why"
          isOptional
          hint="Everybody in the project sees it."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={issueFor(error, 'reason', 'The reason')}
        />
        {error && !issueFor(error, 'reason', '') && <ErrorNote error={error} title="Not paused" />}
        <DialogButtons>
          <Button onClick={onClose}>Not now</Button>
          <Button tone="primary" type="submit" isBusy={isPending}>
            Pause the project
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
