'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChannelChecks } from '@/components/channels/channel-checks'
import { channelNames } from '@/components/channels/channel-names'
import { postTypeChoice, postTypeOptions } from '@/components/channels/post-type-choice'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { PillarField } from '@/components/pillars/pillar-field'
import { Dialog } from '@/components/ui/dialog'
import { TextArea, TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { createTemplate, updateTemplate } from '@/lib/openapi/operations.generated'
import type { Template } from '@/lib/templates/contract'
import { refreshTemplates } from './template-keys'

type Props = {
  projectId: string
  template: Template | null
  onClose: () => void
}

/** Creates a template, or edits one. */
export function TemplateDialog({ projectId, template, onClose }: Props) {
  const [name, setName] = useState(template?.name ?? '')
  const [caption, setCaption] = useState(template?.caption ?? '')
  const [hashtags, setHashtags] = useState(template?.hashtags ?? '')
  const [pillar, setPillar] = useState(template?.content_type ?? '')
  const [channels, setChannels] = useState<ChannelId[]>(template?.channels ?? [])
  const known = template?.post_type
  const [type, setType] = useState(postTypeChoice(known))
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const content = {
        ...{ name, caption, channels },
        hashtags: hashtags.trim() || null,
        content_type: pillar.trim() || null,
        post_type: type || (known === 'single' || known === 'carousel' ? known : null),
      }
      return template
        ? call(updateTemplate, { id: template.id, ...content })
        : call(createTemplate, { project_id: projectId, ...content })
    },
    onSuccess: async () => {
      await refreshTemplates(queries, projectId)
      toast(template ? 'Template saved.' : 'Template created.')
      onClose()
    },
  })
  const isTaken = error instanceof ApiError && error.code === 'conflict' && error.message.includes('already exists')
  const customized = (Object.keys(template?.channel_overrides ?? {}) as ChannelId[]).filter((channel) =>
    channels.includes(channel),
  )
  return (
    <Dialog title={template ? 'Edit template' : 'New template'} onClose={onClose} isWide>
      <DialogForm
        submitLabel={template ? 'Save template' : 'Create template'}
        isBusy={isPending}
        isDisabled={name.trim() === ''}
        error={isTaken ? null : error}
        errorTitle="Template not saved"
        fields={['name', 'content_type', 'caption', 'hashtags']}
        autoComplete="off"
        onSubmit={() => mutate()}
        onClose={onClose}
      >
        <TextField
          label="Name"
          maxLength={200}
          placeholder="Weekly special"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={isTaken ? error.message : issueFor(error, 'name', 'The name')}
        />
        <TextArea
          label="Caption"
          isOptional
          rows={5}
          value={caption}
          onChange={(event) => setCaption(event.target.value)}
          error={issueFor(error, 'caption', 'The caption')}
          hint={
            customized.length > 0 &&
            `Own text for ${customized.map((channel) => channelNames[channel]).join(', ')} stays as it is.`
          }
        />
        <TextField
          label="Hashtags"
          isOptional
          placeholder="#spring #newarrivals"
          value={hashtags}
          onChange={(event) => setHashtags(event.target.value)}
          error={issueFor(error, 'hashtags', 'The hashtag list')}
        />
        <ChannelChecks label="Channels" value={channels} onChange={setChannels} />
        <div className="grid gap-4 sm:grid-cols-2">
          <PillarField
            projectId={projectId}
            value={pillar}
            onChange={setPillar}
            error={issueFor(error, 'content_type', 'The pillar')}
          />
          <SelectField label="Post type" value={type} onChange={setType} options={postTypeOptions} />
        </div>
      </DialogForm>
    </Dialog>
  )
}
