'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { PillarField } from '@/components/pillars/pillar-field'
import { Dialog } from '@/components/ui/dialog'
import { CheckField, TextArea } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import type { CorpusCaption } from '@/lib/captions/corpus/contract'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { addCorpusCaptions, updateCorpusCaption } from '@/lib/openapi/operations.generated'
import { refreshCaptions } from './use-captions'

type Props = {
  projectId: string
  /** Null: a new caption. */
  caption: CorpusCaption | null
  onClose: () => void
}

/** Adds a caption to the corpus, or edits one. */
export function CaptionDialog({ projectId, caption, onClose }: Props) {
  const [text, setText] = useState(caption?.caption ?? '')
  const [pillar, setPillar] = useState(caption?.content_type ?? '')
  const [channel, setChannel] = useState<ChannelId | ''>(caption?.channel ?? '')
  const [isApproved, setIsApproved] = useState(caption?.approved ?? true)
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const content = {
        caption: text,
        content_type: pillar.trim() || null,
        channel: channel || null,
        approved: isApproved,
      }
      if (!caption) return (await call(addCorpusCaptions, { id: projectId, ...content })).created > 0
      await call(updateCorpusCaption, { id: caption.id, ...content })
      return true
    },
    onSuccess: async (isNew) => {
      await refreshCaptions(queries, projectId)
      toast(caption ? 'Caption saved.' : isNew ? 'Caption added.' : 'This caption is in the library already.')
      onClose()
    },
  })
  const isTaken = error instanceof ApiError && error.code === 'conflict' && error.message.startsWith('Another')
  return (
    <Dialog title={caption ? 'Edit caption' : 'New caption'} onClose={onClose} isWide>
      <DialogForm
        submitLabel={caption ? 'Save caption' : 'Add caption'}
        isBusy={isPending}
        isDisabled={text.trim() === ''}
        error={isTaken ? null : error}
        errorTitle="Caption not saved"
        fields={['caption', 'content_type']}
        autoComplete="off"
        onSubmit={() => mutate()}
        onClose={onClose}
      >
        <TextArea
          label="Caption"
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={isTaken ? error.message : issueFor(error, 'caption', 'The caption')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <PillarField
            projectId={projectId}
            value={pillar}
            onChange={setPillar}
            error={issueFor(error, 'content_type', 'The pillar')}
          />
          <SelectField
            label="Channel"
            value={channel}
            onChange={setChannel}
            options={[
              { value: '', label: 'All channels' },
              ...channelIds.map((id) => ({
                value: id,
                label: channelNames[id],
                icon: <ChannelIcon channel={id} size={16} />,
              })),
            ]}
          />
        </div>
        <CheckField
          label="Approved"
          hint="Suggestions follow the style of approved captions."
          checked={isApproved}
          onChange={(event) => setIsApproved(event.target.checked)}
        />
      </DialogForm>
    </Dialog>
  )
}
