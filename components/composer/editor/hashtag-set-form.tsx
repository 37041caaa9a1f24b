'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextArea, TextField } from '@/components/ui/field'
import { ApiError, call } from '@/lib/api/client'
import type { HashtagSet } from '@/lib/hashtag-sets/contract'
import { createHashtagSet, updateHashtagSet } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { tagsIn } from './hashtags'

type Props = {
  projectId: string
  /** Null for a new one. */
  set: HashtagSet | null
  initialTags: readonly string[]
  onClose: () => void
  onSaved: () => void
}

/** Creates or changes a set. */
export function HashtagSetForm({ projectId, set, initialTags, onClose, onSaved }: Props) {
  const [name, setName] = useState(set?.name ?? '')
  const [text, setText] = useState((set?.tags ?? initialTags).join(' '))
  const tags = text.split(/[\s,]+/).filter(Boolean)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      set
        ? call(updateHashtagSet, { id: set.id, name, tags })
        : call(createHashtagSet, { project_id: projectId, name, tags }),
    onSuccess: onSaved,
  })
  const isTaken = error instanceof ApiError && error.code === 'conflict'
  const tagIssue = issueFor(error, 'tags', 'A hashtag')
  return (
    <form
      className="flex flex-col gap-3 p-1"
      onKeyDown={(event) => {
        // The composer's shortcut would send the story.
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.stopPropagation()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        mutate()
      }}
    >
      <TextField
        autoFocus
        label="Name"
        required
        maxLength={60}
        placeholder="Bakery"
        value={name}
        error={isTaken ? error.message : null}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label="Hashtags"
        rows={3}
        required
        placeholder="#bread #bakery"
        hint={plural(tagsIn(text).length, 'hashtag')}
        error={tagIssue}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && !isTaken && !tagIssue && <ErrorNote error={error} title="Not saved" />}
      <div className="flex justify-end gap-2">
        <Button isSmall onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isSmall tone="primary" isBusy={isPending} disabled={!name.trim() || tags.length === 0}>
          Save set
        </Button>
      </div>
    </form>
  )
}
