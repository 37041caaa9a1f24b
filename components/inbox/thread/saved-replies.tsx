'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, MessageSquareText, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Popover } from '@/components/ui/overlays/popover'
import { useToast } from '@/components/ui/toast'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { call } from '@/lib/api/client'
import type { SavedReply } from '@/lib/inbox/saved-replies/contract'
import {
  createSavedReply,
  deleteSavedReply,
  fillSavedReply,
  listSavedReplies,
} from '@/lib/openapi/operations.generated'

const NameDialog = lazyComponent(() => import('@/components/dialogs/name-dialog').then((it) => it.NameDialog))

type Props = {
  projectId: string
  conversationId: string
  /** The text in the reply box. It can be saved. */
  text: string
  onInsert: (text: string) => void
}

const listMax = 200
const savedRepliesKey = (projectId: string) => ['saved-replies', projectId] as const

/** Inserts a saved reply, filled in for the conversation. */
export function SavedReplies({ projectId, conversationId, text, onInsert }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const key = useRef(crypto.randomUUID())
  const queries = useQueryClient()
  const toast = useToast()
  const { data, isPending } = useQuery({
    queryKey: savedRepliesKey(projectId),
    queryFn: async ({ signal }) =>
      (await call(listSavedReplies, { project_id: projectId, limit: listMax }, { signal })).saved_replies,
    enabled: isOpen,
  })
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: savedRepliesKey(projectId) })
  const { remove, withoutDeleted } = useDelayedDelete<SavedReply>({
    nameOf: ({ name }) => `“${name}”`,
    send: ({ id }) => call(deleteSavedReply, { id }, { keepalive: true }),
    refresh,
  })
  const replies = withoutDeleted(data ?? [])
  const insert = async ({ id, body }: SavedReply): Promise<void> => {
    setIsOpen(false)
    try {
      const { filled } = await call(fillSavedReply, { id, conversation_id: conversationId })
      onInsert(filled ?? body)
    } catch (error) {
      toast(`Not inserted. ${error instanceof Error ? error.message : ''}`, 'bad')
    }
  }
  return (
    <>
      <Popover
        label="Saved replies"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className="w-80 p-1"
        trigger={
          <Button isSmall tone="ghost" icon={<MessageSquareText aria-hidden size={16} />}>
            Saved replies
          </Button>
        }
      >
        {replies.length === 0 && (
          <p className="px-2 py-3 text-sm text-ink-soft">
            {isPending ? 'Loading…' : 'No saved replies yet. Write a reply and save it here.'}
          </p>
        )}
        {replies.length > 0 && (
          <ul aria-label="Saved replies" className="flex max-h-72 flex-col overflow-y-auto">
            {replies.map((reply) => (
              <li key={reply.id} className="flex items-center rounded-md hover:bg-hover">
                <button
                  type="button"
                  onClick={() => void insert(reply)}
                  className="min-w-0 flex-1 rounded-md px-2 py-1.5 text-left"
                >
                  <span className="block truncate font-medium">{reply.name}</span>
                  <span className="block truncate text-sm text-ink-soft">{reply.body}</span>
                </button>
                <IconButton label={`Delete ${reply.name}`} onClick={() => remove(reply)}>
                  <Trash2 aria-hidden size={14} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {text.trim() !== '' && (
          <div className="mt-1 border-t border-line pt-1">
            <Button
              isSmall
              tone="ghost"
              icon={<BookmarkPlus aria-hidden size={16} />}
              onClick={() => {
                setIsOpen(false)
                setIsSaving(true)
              }}
            >
              Save the text as a reply
            </Button>
          </div>
        )}
        <p className="px-2 py-1.5 text-xs text-ink-soft">
          {'{{first_name}}, {{name}} and {{account_name}} are filled in.'}
        </p>
      </Popover>
      {isSaving && (
        <NameDialog
          title="Save reply"
          submitLabel="Save"
          onSubmit={async (name) => {
            const input = { project_id: projectId, name, body: text.trim() }
            await call(createSavedReply, input, { idempotencyKey: key.current })
            key.current = crypto.randomUUID()
            toast(`“${name}” saved.`)
            await refresh()
          }}
          onClose={() => setIsSaving(false)}
        />
      )}
    </>
  )
}
