'use client'

import { type RefObject, useEffect, useRef } from 'react'
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

type FinishErrorProps = { error: unknown; isSaved: boolean; onShowIssues: () => void }

/** Why the last save, schedule or publish failed. The issues are shown at their fields. */
export function FinishError({ error, isSaved, onShowIssues }: FinishErrorProps) {
  const box = useRef<HTMLDivElement>(null)
  // The buttons are always visible, the end of the form is not.
  useEffect(() => {
    if (error) box.current?.scrollIntoView({ block: 'center' })
  }, [error])
  if (!error) return null
  const title = isSaved ? 'Saved as a draft only' : 'Not saved. Your changes are still here.'
  const hasIssues = serverProblems(error).length > 0
  if (error instanceof ApiError && error.status === 0) return <OfflineNotice box={box} />
  return (
    <div ref={box}>
      {hasIssues ? <IssuesNotice {...{ error, title, onShowIssues }} /> : <ErrorNote error={error} title={title} />}
    </div>
  )
}

const OfflineNotice = ({ box }: { box: RefObject<HTMLDivElement | null> }) => (
  <div ref={box}>
    <Notice tone="warn" role="alert" title="You are offline">
      The draft is saved to Storycast as soon as the server can be reached.
    </Notice>
  </div>
)

type IssuesProps = { error: unknown; title: string; onShowIssues: () => void }

const IssuesNotice = ({ error, title, onShowIssues }: IssuesProps) => (
  <Notice
    tone="bad"
    role="alert"
    title={title}
    action={
      <Button isSmall onClick={onShowIssues}>
        Show issues
      </Button>
    }
  >
    Fix the issues first.
    {error instanceof ApiError && error.requestId && (
      <span className="block text-sm text-ink-soft">
        Request ID <code className="font-mono text-xs">{error.requestId}</code>
      </span>
    )}
  </Notice>
)
