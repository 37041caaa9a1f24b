'use client'

import { useEffect, useState } from 'react'
import { hasLocalDraft, removeLocalDraft } from '@/components/stories/local-draft'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { StoryDetail } from '@/lib/stories/contract'

/** Shown if this browser has unsaved changes. The page shows the saved version. */
export function LocalDraftNote({ story: { project_id, id, status, updated_at } }: { story: StoryDetail }) {
  const [isShown, setIsShown] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save removes the local draft.
  useEffect(() => setIsShown(hasLocalDraft(project_id, id)), [project_id, id, updated_at])
  if (!isShown) return null
  const isEditable = status === 'draft' || status === 'scheduled'
  const discard = (): void => {
    removeLocalDraft(project_id, id)
    setIsShown(false)
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
