'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, Send, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { Dialog } from '@/components/ui/dialog'
import { TextArea } from '@/components/ui/field'
import { MoreMenu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { InboxConversation, InboxMessage } from '@/lib/inbox/resource-contract'
import { deleteComment, hideComment, replyPrivately } from '@/lib/openapi/operations.generated'
import { inboxKeys } from '../data/inbox-keys'

type Props = { conversation: InboxConversation; message: InboxMessage }

/** What can be done with one comment. */
export function CommentMenu({ conversation: { project_id, platform }, message }: Props) {
  const { id, hidden, direction } = message
  const [open, setOpen] = useState<'delete' | 'private' | null>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const network = channelNames[platform]
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: inboxKeys.all(project_id) })
  const setHidden = async (isHidden: boolean, isUndo = false): Promise<void> => {
    try {
      await call(hideComment, { id, hidden: isHidden })
      const undo = { label: 'Undo', onUndo: () => void setHidden(!isHidden, true) }
      if (!isUndo) toast(isHidden ? `Hidden on ${network}.` : `Shown on ${network} again.`, 'good', undo)
    } catch (error) {
      toast(`Not changed. ${error instanceof Error ? error.message : ''}`, 'bad')
    }
    await refresh()
  }
  const remove = {
    label: `Delete on ${network}`,
    icon: <Trash2 aria-hidden size={16} />,
    isDanger: true,
    onSelect: () => setOpen('delete'),
  }
  const others = [
    { label: 'Reply privately', icon: <Send aria-hidden size={16} />, onSelect: () => setOpen('private') },
    hidden
      ? { label: 'Show again', icon: <Eye aria-hidden size={16} />, onSelect: () => void setHidden(false) }
      : { label: 'Hide', icon: <EyeOff aria-hidden size={16} />, onSelect: () => void setHidden(true) },
  ]
  return (
    <>
      <MoreMenu label="Comment actions" items={direction === 'us' ? [remove] : [...others, remove]} />
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete this comment on ${network}?`}
          confirmLabel="Delete"
          onConfirm={async () => {
            await call(deleteComment, { id })
            await refresh()
          }}
          onClose={() => setOpen(null)}
        >
          <p>This cannot be undone. To hide it from others only, choose Hide.</p>
        </ConfirmDialog>
      )}
      {open === 'private' && <PrivateReply {...{ id, network, refresh }} onClose={() => setOpen(null)} />}
    </>
  )
}

type PrivateReplyProps = { id: string; network: string; refresh: () => Promise<void>; onClose: () => void }

function PrivateReply({ id, network, refresh, onClose }: PrivateReplyProps) {
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
