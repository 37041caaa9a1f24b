'use client'

import { useEffect, useState } from 'react'
import { dropKept, hasKeptWords } from '@/components/composer/kept-words'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { StoryDetail } from '@/lib/stories/contract'

/** The page of a story shows what the server has, and that is what goes out: words that only this browser has go unseen. */
export function KeptNote({ story: { project_id, id, status, updated_at } }: { story: StoryDetail }) {
  const [isKept, setIsKept] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved since is kept no more.
  useEffect(() => setIsKept(hasKeptWords(project_id, id)), [project_id, id, updated_at])
  if (!isKept) return null
  const isEditable = status === 'draft' || status === 'scheduled'
  const discard = (): void => {
    dropKept(project_id, id)
    setIsKept(false)
  }
  return (
    <div className="mb-5">
      <Notice
        tone="warn"
        role="status"
        title="You wrote more than was saved"
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              isSmall
              href={isEditable ? `/${project_id}/stories/${id}/edit` : `/${project_id}/compose?words=${id}`}
            >
              {isEditable ? 'Go on writing' : 'Make a new story of it'}
            </ButtonLink>
            <Button isSmall onClick={discard}>
              Discard it
            </Button>
          </div>
        }
      >
        It is in this browser alone. {isEditable ? 'What is shown here, and goes out, is without it.' : ''}
      </Notice>
    </div>
  )
}
