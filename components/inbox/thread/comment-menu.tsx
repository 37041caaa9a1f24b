'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { MoreMenu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { InboxConversation, InboxMessage } from '@/lib/inbox/resource-contract'
import { deleteComment, hideComment } from '@/lib/openapi/operations.generated'
import { inboxKeys } from '../data/inbox-keys'

const ConfirmDialog = lazyComponent(() => import('@/components/dialogs/confirm-dialog').then((it) => it.ConfirmDialog))
const PrivateReply = lazyComponent(() => import('./private-reply').then((it) => it.PrivateReply))

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
