'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import { createStoryComment } from '@/lib/openapi/operations.generated'
import { keepDraft, readDraft } from './comment-drafts'
import { CommentField } from './comment-field'
import { storedText } from './mention-text'
import { useMentionable, useRefreshComments } from './use-comments'

type Props = {
  projectId: string
  storyId: string
  /** A client has a link to the story. */
  hasClient: boolean
}

export function NewComment({ projectId, storyId, hasClient }: Props) {
  const [draft, setDraft] = useState(() => readDraft(storyId))
  const [isForClient, setIsForClient] = useState(false)
  const members = useMentionable(projectId)
  const refresh = useRefreshComments(projectId, storyId)
  const change = (text: string): void => {
    const next = { text, idempotencyKey: crypto.randomUUID() }
    setDraft(next)
    keepDraft(storyId, next)
  }
  const adding = useMutation({
    mutationFn: () =>
      call(
        createStoryComment,
        { id: storyId, body: storedText(draft.text.trim(), members), audience: isForClient ? 'client' : 'team' },
        { idempotencyKey: draft.idempotencyKey },
      ),
    onSuccess: () => {
      change('')
      return refresh()
    },
  })
  const submit = (): void => {
    if (draft.text.trim() !== '' && !adding.isPending) adding.mutate()
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
        label="Add a comment"
        placeholder="Add a comment. Type @ to mention someone."
        value={draft.text}
        onChange={change}
        members={members}
        onSubmit={submit}
      />
      {adding.error && <ErrorNote error={adding.error} title="The comment was not added" />}
      <div className="flex flex-wrap items-center justify-between gap-2 empty:hidden">
        {hasClient && (
          <CheckField
            label="Visible to the client"
            checked={isForClient}
            onChange={(event) => setIsForClient(event.target.checked)}
          />
        )}
        {draft.text.trim() !== '' && (
          <Button isSmall tone="primary" type="submit" isBusy={adding.isPending} className="ml-auto">
            Comment
          </Button>
        )}
      </div>
    </form>
  )
}
