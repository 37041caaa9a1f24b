'use client'

import { useEffect, useRef } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/client'
import { serverProblems } from '../checks/server-problems'

export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div>
      <Notice
        tone="info"
        role="status"
        title="Unsaved changes restored"
        action={
          <Button isSmall onClick={onDiscard}>
            Discard changes
          </Button>
        }
      >
        You left this page before they were saved.
      </Notice>
    </div>
  )
}

export function VersionsMergedNotice({ onUndo }: { onUndo: () => void }) {
  return (
    <div>
      <Notice
        tone="info"
        role="status"
        title="Versions merged"
        action={
          <Button isSmall onClick={onUndo}>
            Compare again
          </Button>
        }
      >
        You can compare them again until your next change.
      </Notice>
    </div>
  )
}

type FinishErrorProps = { error: unknown; isSaved: boolean }

/** Why the last save, schedule or publish failed. Issues of the draft are shown at their fields and counted in the footer. */
export function FinishError({ error, isSaved }: FinishErrorProps) {
  const box = useRef<HTMLDivElement>(null)
  const isShown = Boolean(error) && serverProblems(error).length === 0
  // The buttons are always visible, the end of the form is not.
  useEffect(() => {
    if (error && isShown) box.current?.scrollIntoView({ block: 'center' })
  }, [error, isShown])
  if (!isShown) return null
  const title = isSaved ? 'Saved as a draft only' : 'Not saved. Your changes are still here.'
  return (
    <div ref={box}>
      {error instanceof ApiError && error.status === 0 ? (
        <Notice tone="warn" role="alert" title="You are offline">
          The draft is saved to Storycast as soon as the server can be reached.
        </Notice>
      ) : (
        <ErrorNote error={error} title={title} />
      )}
    </div>
  )
}
