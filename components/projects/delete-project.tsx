'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import { deleteProject } from '@/lib/api/operations.generated'
import type { Project } from '@/lib/projects/contract'
import { RoleNote, useIsAtLeast } from './role'

export function DeleteProject({ project }: { project: Project }) {
  const mayDelete = useIsAtLeast('owner')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section aria-labelledby="delete" className="panel flex flex-col gap-3 p-5">
      <h2 id="delete" className="text-lg font-semibold">
        Delete the project
      </h2>
      <p className="text-ink-soft">
        Its accounts are disconnected, its tokens end, and nothing that is scheduled goes out any more. What was posted
        stays at the networks.
      </p>
      {mayDelete ? (
        <Button tone="danger" className="self-start" onClick={() => setIsAsking(true)}>
          Delete project
        </Button>
      ) : (
        <RoleNote least="owner" to="delete it" />
      )}
      {isAsking && <DeleteDialog project={project} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

/** The name is typed: a habit of pressing “yes” deletes nothing. */
function DeleteDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(deleteProject, { id: project.id }),
    // A whole load: nothing of the project may be left in memory.
    onSuccess: () => window.location.assign('/'),
  })
  return (
    <Dialog title={`Delete “${project.name}”?`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === project.name.trim()) mutate()
          else setIsWrong(true)
        }}
      >
        <p>Nobody in it can open it any more, and this cannot be taken back.</p>
        <TextField
          label={`Type “${project.name}” to confirm`}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setIsWrong(false)
          }}
          error={isWrong ? `This is not the name. It is “${project.name}”, with the same capital letters.` : null}
        />
        {error && <ErrorNote error={error} title="Not deleted" />}
        <DialogButtons>
          <Button onClick={onClose}>Keep it</Button>
          <Button tone="danger" type="submit" isBusy={isPending}>
            Delete project
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
