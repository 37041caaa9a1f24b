'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { Dialog } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { pauseProject } from '@/lib/openapi/operations.generated'
import { refetchPause, setPause } from './use-pause'

/** Asks whether to pause a project, and why. */
export function PauseDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(pauseProject, { id: projectId, ...(reason.trim() ? { reason } : {}) }),
    onSuccess: ({ pause }) => {
      setPause(queries, projectId, pause)
      toast('Project paused.')
      onClose()
    },
    onError: () => void refetchPause(queries, projectId),
  })
  return (
    <Dialog title="Pause this project?" onClose={onClose}>
      <DialogForm
        submitLabel="Pause project"
        isBusy={isPending}
        error={error}
        errorTitle="Project not paused"
        fields={['reason']}
        onSubmit={() => mutate()}
        onClose={onClose}
      >
        <p>
          Nothing is published until you resume. Posts that are being published right now are finished. When you resume,
          you choose what happens to missed posts.
        </p>
        <TextArea
          label="Reason"
          isOptional
          hint="Shown to all members."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={issueFor(error, 'reason', 'The reason')}
        />
      </DialogForm>
    </Dialog>
  )
}
