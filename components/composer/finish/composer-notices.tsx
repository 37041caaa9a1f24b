'use client'

import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/client'
import { plural } from '@/lib/text/number-text'
import { serverProblems } from '../checks/server-problems'
import { focusProblems } from '../fields/focus-problems'

export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="mb-5">
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
    <div className="mb-5">
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

/** Why the last save, schedule or publish failed. The issues are in the list beside the form. */
export function FinishError({ error, isSaved }: { error: unknown; isSaved: boolean }) {
  if (!error) return null
  const title = isSaved ? 'Saved as a draft only' : 'Not saved. Your changes are still here.'
  const count = serverProblems(error).length
  if (count === 0) return <ErrorNote error={error} title={title} />
  return (
    <Notice
      tone="bad"
      role="alert"
      title={title}
      action={
        <Button isSmall onClick={focusProblems}>
          Show issues
        </Button>
      }
    >
      Fix {plural(count, 'issue')} first.
      {error instanceof ApiError && error.requestId && (
        <span className="block text-sm text-ink-soft">
          Request ID <code className="font-mono text-xs">{error.requestId}</code>
        </span>
      )}
    </Notice>
  )
}
