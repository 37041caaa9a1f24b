'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { browserTimezone } from '@/components/time/browser-timezone'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import { createProject } from '@/lib/openapi/operations.generated'
import { TimezoneField } from './timezone-field'

export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const [name, setName] = useState('')
  const [timezone, setTimezone] = useState(browserTimezone)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(createProject, { name, timezone }),
    onSuccess: (project) => {
      onClose()
      router.push(`/${project.id}/start`)
      router.refresh()
    },
  })
  return (
    <Dialog title="New project" onClose={onClose}>
      <p className="text-ink-soft">For one brand or client, with its own accounts, stories and queue.</p>
      <DialogForm
        submitLabel="Create project"
        isBusy={isPending}
        error={error}
        errorTitle="Project not created"
        fields={['name', 'timezone']}
        onSubmit={() => mutate()}
        onClose={onClose}
      >
        <TextField
          label="Name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={issueFor(error, 'name', 'The name')}
        />
        <TimezoneField
          hint="The calendar and the queue show times in this zone."
          value={timezone}
          onChange={setTimezone}
          error={issueFor(error, 'timezone', 'The time zone')}
        />
      </DialogForm>
    </Dialog>
  )
}
