'use client'

import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Place } from './fields'
import { ProblemList } from './problem-list'
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

type StoppedProps = { error: unknown; projectId: string; isSaved: boolean; onGo: (place: Place) => void }

/** Why the last save or ending was refused. What was typed stays. */
export function Stopped({ error, projectId, isSaved, onGo }: StoppedProps) {
  // Both versions are shown for that, and there is nothing more to say.
  if (!error || error instanceof Overtaken) return null
  return (
    <div className="flex flex-col gap-2">
      <ErrorNote
        error={error}
        title={isSaved ? 'Saved as a draft, but not on its way' : 'Not saved. What you wrote is still here'}
      />
      <ProblemList title="What to mend" problems={refusalProblems(error)} projectId={projectId} onGo={onGo} />
    </div>
  )
}
