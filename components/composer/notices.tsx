'use client'

import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/client'
import { refusalProblems } from './problems'
import { Overtaken } from './use-saver'

export function Restored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="mb-5">
      <Notice
        tone="info"
        role="status"
        title="Your words are back"
        action={
          <Button isSmall onClick={onDiscard}>
            Discard them
          </Button>
        }
      >
        You left this page without saving; this is what you had written.
      </Notice>
    </div>
  )
}

/** After two versions were brought together, as long as nothing was written since. */
export function Settled({ onUndo }: { onUndo: () => void }) {
  return (
    <div className="mb-5">
      <Notice
        tone="info"
        role="status"
        title="Both versions are brought together"
        action={
          <Button isSmall onClick={onUndo}>
            Compare again
          </Button>
        }
      >
        What you left out can be had back until you write on.
      </Notice>
    </div>
  )
}

type StoppedProps = { error: unknown; isSaved: boolean; onShow: () => void }

/** Why the last save or ending was refused. What was typed stays; what is to mend stands in the one list of it. */
export function Stopped({ error, isSaved, onShow }: StoppedProps) {
  // Both versions are shown for that, and there is nothing more to say.
  if (!error || error instanceof Overtaken) return null
  const title = isSaved ? 'Saved as a draft, but not on its way' : 'Not saved. What you wrote is still here'
  const count = refusalProblems(error).length
  if (count === 0) return <ErrorNote error={error} title={title} />
  return (
    <Notice
      tone="bad"
      role="alert"
      title={title}
      action={
        <Button isSmall onClick={onShow}>
          Show what to mend
        </Button>
      }
    >
      {count === 1 ? 'One thing has' : `${count} things have`} to be mended first.
      {error instanceof ApiError && error.requestId && (
        <span className="block text-sm text-ink-soft">
          Request id <code className="font-mono text-xs">{error.requestId}</code>
        </span>
      )}
    </Notice>
  )
}
