'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import { deleteProject } from '@/lib/openapi/operations.generated'
import type { Project } from '@/lib/projects/contract'
import { RoleNote, useIsAtLeast } from './role'

export function DeleteProject({ project }: { project: Project }) {
  const mayDelete = useIsAtLeast('owner')
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <section aria-labelledby="delete" className="panel flex flex-col gap-3 p-5">
      <h2 id="delete" className="text-lg font-semibold">
        Delete project
      </h2>
      <p className="text-ink-soft">
        Disconnects its accounts, revokes its tokens and cancels scheduled posts. Published posts stay on their
        networks.
      </p>
      {mayDelete ? (
        <Button tone="danger" className="self-start" onClick={() => setIsConfirming(true)}>
          Delete project
        </Button>
      ) : (
        <RoleNote least="owner" to="delete the project" />
      )}
      {isConfirming && <DeleteDialog project={project} onClose={() => setIsConfirming(false)} />}
    </section>
  )
}

/** The user must type the name, so that no project is deleted by accident. */
function DeleteDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(deleteProject, { id: project.id }),
    // A full page load clears the project from memory.
    onSuccess: () => window.location.assign('/'),
  })
  return (
    <Dialog title={`Delete “${project.name}”?`} onClose={onClose}>
      <DialogForm
        submitLabel="Delete project"
        isDanger
        isBusy={isPending}
        error={error}
        errorTitle="Project not deleted"
        onSubmit={() => {
          if (typed.trim() === project.name.trim()) mutate()
          else setIsWrong(true)
        }}
        onClose={onClose}
      >
        <p>All members lose access. This cannot be undone.</p>
        <TextField
          label={`Type “${project.name}” to confirm`}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setIsWrong(false)
          }}
          error={isWrong ? `The name doesn’t match. Type “${project.name}”.` : null}
        />
      </DialogForm>
    </Dialog>
  )
}
