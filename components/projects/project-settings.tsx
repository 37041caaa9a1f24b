'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { CheckField, TextField } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { updateProject } from '@/lib/api/operations.generated'
import type { Project } from '@/lib/projects/contract'
import { browserTimezone, TimezoneField } from './timezone-field'

const fields = ['name', 'timezone'] as const

export function ProjectSettings({ project }: { project: Project }) {
  const router = useRouter()
  const toast = useToast()
  const [name, setName] = useState(project.name)
  const [timezone, setTimezone] = useState(project.timezone ?? '')
  const [needsApproval, setNeedsApproval] = useState(project.require_approval)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(updateProject, { id: project.id, name, timezone, require_approval: needsApproval }),
    onSuccess: () => {
      toast('Settings are saved.')
      // Name and zone stand in the frame, which the server draws.
      router.refresh()
    },
  })
  return (
    <>
      <PageHeader title="Settings">They hold for this project and everybody in it.</PageHeader>
      <form
        className="panel flex max-w-xl flex-col gap-5 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <TextField
          label="Project name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={issueFor(error, 'name', 'The name')}
        />
        <div className="flex flex-col gap-2">
          <TimezoneField value={timezone} onChange={setTimezone} error={issueFor(error, 'timezone', 'The time zone')} />
          {timezone === '' && (
            <Button isSmall className="self-start" onClick={() => setTimezone(browserTimezone())}>
              Take the zone of this browser
            </Button>
          )}
        </div>
        <CheckField
          label="Posts wait for an approval"
          hint="New posts stand in the queue until an owner or admin approves them. What is approved already stays approved."
          checked={needsApproval}
          onChange={(event) => setNeedsApproval(event.target.checked)}
        />
        {error && !isShownByFields(error, fields) && <ErrorNote error={error} title="Not saved" />}
        <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
          Save settings
        </Button>
      </form>
    </>
  )
}
