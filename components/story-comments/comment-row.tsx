'use client'

import { useMutation } from '@tanstack/react-query'
import { Check, PenLine, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '@/components/account/avatar'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { Button, IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { type MenuItem, MoreMenu } from '@/components/ui/menu'
import { call } from '@/lib/api/client'
import { editStoryComment } from '@/lib/openapi/operations.generated'
import type { StoryComment } from '@/lib/story-comments/contract'
import { CommentBody } from './comment-body'
import { CommentField } from './comment-field'
import { storedText, typedText } from './mention-text'
import { useMentionable, useRefreshComments } from './use-comments'
import { useResolve } from './use-resolve'

type Props = { comment: StoryComment; onDelete: () => void }

export function CommentRow({ comment, onDelete }: Props) {
  const { author, can_edit: canEdit, can_delete: canDelete, resolved } = comment
  const resolving = useResolve(comment)
  const [isEditing, setIsEditing] = useState(false)
  const items: MenuItem[] = [
    ...(canEdit
      ? [{ label: 'Edit', icon: <PenLine aria-hidden size={16} />, onSelect: () => setIsEditing(true) }]
      : []),
    ...(canDelete
      ? [{ label: 'Delete', icon: <Trash2 aria-hidden size={16} />, isDanger: true, onSelect: onDelete }]
      : []),
  ]
  return (
    <li className="flex gap-3">
      <Avatar name={author.name} photoUrl={author.photo_url} className="mt-0.5 size-7 text-xs" />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 items-start gap-2">
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 pt-1">
            <span className="font-medium wrap-anywhere">{author.name}</span>
            <span className="text-xs text-ink-soft">
              <Time at={comment.created_at} style="compact" />
              {comment.edited_at && ' · edited'}
              {audienceText(comment)}
              {resolved && ` · resolved by ${resolved.by}`}
            </span>
          </p>
          <IconButton
            label={`${resolved ? 'Reopen' : 'Resolve'} the comment of ${author.name}`}
            title={resolved ? 'Reopen' : 'Resolve'}
            className="-my-0.5"
            disabled={resolving.isPending}
            onClick={() => resolving.mutate(!resolved)}
          >
            {resolved ? <RotateCcw aria-hidden size={16} /> : <Check aria-hidden size={16} />}
          </IconButton>
          {items.length > 0 && (
            <MoreMenu label={`Actions for the comment of ${author.name}`} items={items} className="-my-0.5" />
          )}
        </div>
        {isEditing ? (
          <EditComment comment={comment} onClose={() => setIsEditing(false)} />
        ) : (
          <p className={classes('whitespace-pre-wrap wrap-anywhere', resolved && 'text-ink-soft')}>
            <CommentBody body={comment.body} mentions={comment.mentions} />
          </p>
        )}
      </div>
    </li>
  )
}

function audienceText({ author, audience }: StoryComment): string {
  if (author.kind === 'client') return ' · client'
  return audience === 'client' ? ' · visible to the client' : ''
}

function EditComment({ comment, onClose }: { comment: StoryComment; onClose: () => void }) {
  const [text, setText] = useState(() => typedText(comment.body, comment.mentions))
  const members = useMentionable(comment.project_id)
  const refresh = useRefreshComments(comment.project_id, comment.story_id)
  const saving = useMutation({
    // The user can keep mentions of themselves.
    mutationFn: () =>
      call(editStoryComment, { id: comment.id, body: storedText(text.trim(), [...members, ...ownMentions(comment)]) }),
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  const submit = (): void => {
    if (text.trim() !== '' && !saving.isPending) saving.mutate()
  }
  return (
    <form
      className="flex flex-col gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <CommentField
        isFocused
        label="Edit comment"
        value={text}
        onChange={setText}
        members={members}
        onSubmit={submit}
        onCancel={onClose}
      />
      {saving.error && <ErrorNote error={saving.error} title="The comment was not changed" />}
      <div className="flex justify-end gap-2">
        <Button isSmall tone="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button isSmall tone="primary" type="submit" isBusy={saving.isPending} disabled={text.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  )
}

const ownMentions = ({ author, mentions }: StoryComment) => mentions.filter(({ user_id }) => user_id === author.user_id)
