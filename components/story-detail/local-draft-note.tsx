'use client'

import { useEffect, useState } from 'react'
import { hasLocalDraft, removeLocalDraft, retryDraftName } from '@/components/stories/local-draft'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { StoryDetail } from '@/lib/stories/contract'

/** Shown if this browser has unsaved changes. The page shows the saved version. */
export function LocalDraftNote({ story: { project_id, id, status, updated_at } }: { story: StoryDetail }) {
  const [name, setName] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save removes the local draft.
  useEffect(() => {
    const names = status === 'failed' || status === 'partial' ? [retryDraftName(id), id] : [id]
    const read = (): void => setName(names.find((one) => hasLocalDraft(project_id, one)) ?? null)
    read()
    // The composer over this page was closed.
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [project_id, id, status, updated_at])
  if (name === null) return null
  const isEditable = status === 'draft' || status === 'scheduled' || name !== id
  const discard = (): void => {
    removeLocalDraft(project_id, name)
    setName(null)
  }
  return (
    <div className="mb-5">
      <Notice
        tone="warn"
        role="status"
        title="Unsaved changes on this device"
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              isSmall
              href={isEditable ? `/${project_id}/stories/${id}/edit` : `/${project_id}/compose?from=${id}`}
            >
              {isEditable ? 'Continue editing' : 'Create a new story'}
            </ButtonLink>
            <Button isSmall onClick={discard}>
              Discard changes
            </Button>
          </div>
        }
      >
        {isEditable ? 'This page shows the saved version.' : 'This story cannot be edited any more.'}
      </Notice>
    </div>
  )
}
