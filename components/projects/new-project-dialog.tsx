'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import { createProject } from '@/lib/api/operations.generated'
import { browserTimezone, TimezoneField } from './timezone-field'

export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const [name, setName] = useState('')
  const [timezone, setTimezone] = useState(browserTimezone)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(createProject, { name, timezone }),
    onSuccess: (project) => {
      onClose()
      router.push(`/${project.id}/connections`)
      router.refresh()
    },
  })
  return (
    <Dialog title="New project" onClose={onClose}>
      <p className="text-ink-soft">A brand or a client: with its own accounts, stories and queue.</p>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={issueFor(error, 'name', 'The name')}
        />
        <TimezoneField value={timezone} onChange={setTimezone} error={issueFor(error, 'timezone', 'The time zone')} />
        {error && !isShownByFields(error, ['name', 'timezone']) && <ErrorNote error={error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={isPending}>
            Make project
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
