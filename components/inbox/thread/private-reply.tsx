'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { Dialog } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { replyPrivately } from '@/lib/openapi/operations.generated'

type Props = { id: string; network: string; refresh: () => Promise<void>; onClose: () => void }

/** A direct message that answers a comment. */
export function PrivateReply({ id, network, refresh, onClose }: Props) {
  const toast = useToast()
  const key = useRef(crypto.randomUUID())
  const send = useMutation({
    mutationFn: (body: string) => call(replyPrivately, { id, body }, { idempotencyKey: key.current }),
    onSuccess: () => {
      toast('Private reply sent.')
      onClose()
    },
    onSettled: refresh,
  })
  return (
    <Dialog title="Reply privately" onClose={onClose}>
      <DialogForm
        submitLabel="Send"
        isBusy={send.isPending}
        error={send.error}
        errorTitle="Not sent"
        onSubmit={(fields) => send.mutate(String(fields.get('body')))}
        onClose={onClose}
      >
        <TextArea
          label="Message"
          name="body"
          required
          hint={`${network} allows one private reply per comment, for 7 days.`}
          onChange={() => {
            key.current = crypto.randomUUID()
          }}
        />
      </DialogForm>
    </Dialog>
  )
}
