'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { CommentBody } from '@/components/story-comments/comment-body'
import { CommentField } from '@/components/story-comments/comment-field'
import { storedText } from '@/components/story-comments/mention-text'
import { useMentionable } from '@/components/story-comments/use-comments'
import { Time } from '@/components/time/zone'
import { Button, IconButton } from '@/components/ui/button'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { useUnsentText } from '@/components/unsent/unsent-text'
import { call } from '@/lib/api/client'
import { noteChars } from '@/lib/inbox/limits'
import type { InboxConversation, InboxNote } from '@/lib/inbox/resource-contract'
import { createInboxNote, deleteInboxNote } from '@/lib/openapi/operations.generated'
import { inboxKeys } from '../data/inbox-keys'

type Props = { conversation: InboxConversation; notes: readonly InboxNote[]; mayWrite: boolean }

/** Notes of the team, which are never sent. */
export function Notes({ conversation: { id, project_id }, notes, mayWrite }: Props) {
  const queries = useQueryClient()
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: inboxKeys.thread(project_id, id) })
  const { remove, withoutDeleted } = useDelayedDelete<InboxNote>({
    nameOf: () => 'Note',
    send: (note) => call(deleteInboxNote, { id: note.id }, { keepalive: true }),
    refresh,
  })
  const shown = withoutDeleted(notes)
  return (
    <>
      {shown.length > 0 && (
        <ul aria-label="Notes" className="flex flex-col gap-2">
          {shown.map((note) => (
            <li key={note.id} className="rounded-lg bg-warn-wash px-3 py-2 text-sm">
              <p className="whitespace-pre-wrap wrap-anywhere">
                <CommentBody body={note.body} mentions={note.mentions} />
              </p>
              <p className="flex min-h-6 items-center gap-1 text-xs text-ink-soft">
                <span className="min-w-0 flex-1 truncate">
                  {note.author_name ?? 'Former member'}, <Time at={note.created_at} style="compact" />
                </span>
                {mayWrite && (
                  <IconButton label="Delete note" onClick={() => remove(note)} className="-mr-2 size-6">
                    <Trash2 aria-hidden size={14} />
                  </IconButton>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <NewNote projectId={project_id} id={id} onAdded={refresh} />}
      {!mayWrite && shown.length === 0 && <p>None</p>}
    </>
  )
}

function NewNote({ projectId, id, onAdded }: { projectId: string; id: string; onAdded: () => Promise<void> }) {
  const { text, idempotencyKey, change, sent } = useUnsentText(projectId, `note.${id}`)
  const members = useMentionable(projectId)
  const add = useMutation({
    mutationFn: (key: string) =>
      call(createInboxNote, { id, body: storedText(text.trim(), members) }, { idempotencyKey: key }),
    onSuccess: (_, key) => {
      sent(key)
      return onAdded()
    },
  })
  const submit = (): void => {
    if (text.trim() && !add.isPending) add.mutate(idempotencyKey)
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <CommentField
        label="Add a note"
        placeholder={members.length > 0 ? 'Add a note. Type @ to mention someone.' : 'Add a note for your team'}
        maxLength={noteChars}
        value={text}
        onChange={change}
        members={members}
        onSubmit={submit}
        className="min-h-8"
      />
      {add.error && <ErrorNote error={add.error} title="Note not added" />}
      {text.trim() !== '' && (
        <Button isSmall type="submit" isBusy={add.isPending} className="self-end">
          Add note
        </Button>
      )}
    </form>
  )
}
