'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/field'
import { useUnsentText } from '@/components/unsent/unsent-text'
import { call } from '@/lib/api/client'
import { createStoryComment } from '@/lib/openapi/operations.generated'
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
  const { text, idempotencyKey, change, sent } = useUnsentText(projectId, `comment.${storyId}`)
  const [isForClient, setIsForClient] = useState(false)
  const members = useMentionable(projectId)
  const refresh = useRefreshComments(projectId, storyId)
  const adding = useMutation({
    mutationFn: (key: string) =>
      call(
        createStoryComment,
        { id: storyId, body: storedText(text.trim(), members), audience: isForClient ? 'client' : 'team' },
        { idempotencyKey: key },
      ),
    onSuccess: (_, key) => {
      sent(key)
      return refresh()
    },
  })
  const submit = (): void => {
    if (text.trim() !== '' && !adding.isPending) adding.mutate(idempotencyKey)
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
        placeholder={members.length > 0 ? 'Add a comment. Type @ to mention someone.' : 'Add a comment.'}
        value={text}
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
        {text.trim() !== '' && (
          <Button isSmall tone="primary" type="submit" isBusy={adding.isPending} className="ml-auto">
            Comment
          </Button>
        )}
      </div>
    </form>
  )
}
