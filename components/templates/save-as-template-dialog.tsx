'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import { createTemplate, getStory } from '@/lib/openapi/operations.generated'
import { templateContentOf } from './template-content'
import { refreshTemplates } from './template-keys'

type Props = { projectId: string; storyId: string; headline: string; onClose: () => void }

/** Makes a template of a story. */
export function SaveAsTemplateDialog({ projectId, storyId, headline, onClose }: Props) {
  const [name, setName] = useState([...headline].slice(0, 100).join(''))
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const story = await call(getStory, { id: storyId })
      return call(createTemplate, { project_id: projectId, name, ...templateContentOf(story) })
    },
    onSuccess: async () => {
      onClose()
      toast('Template saved.')
      await refreshTemplates(queries, projectId)
    },
  })
  const isTaken = error instanceof ApiError && error.code === 'conflict'
  return (
    <Dialog title="Save as template" onClose={onClose}>
      <DialogForm
        submitLabel="Save template"
        isBusy={isPending}
        isDisabled={name.trim() === ''}
        error={isTaken ? null : error}
        errorTitle="Template not saved"
        fields={['name']}
        autoComplete="off"
        onSubmit={() => mutate()}
        onClose={onClose}
      >
        <TextField
          label="Name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={isTaken ? error.message : issueFor(error, 'name', 'The name')}
          hint="The text, hashtags, channels and pillar are saved. Media and times are not."
        />
      </DialogForm>
    </Dialog>
  )
}
