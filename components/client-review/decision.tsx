'use client'

import { Check, PenLine } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { ClientReviewState } from '@/components/review-links/client-review-state'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { useUnsentText } from '@/components/unsent/unsent-text'
import type { ReviewStory } from '@/lib/review-links/public-contract'
import type { StoryStatus } from '@/lib/stories/status'
import { commentChars } from '@/lib/story-comments/limits'
import { useDecide } from './use-review'

type Props = { token: string; story: ReviewStory; requireName: () => string | null }

const settled: Partial<Record<StoryStatus, string>> = {
  published: 'This post is published.',
  partial: 'This post is published.',
  cancelled: 'This post was cancelled.',
}

/** Approve or ask for changes. A decision can be changed until the post is published. */
export function Decision({ token, story, requireName }: Props) {
  const { review, can_decide: canDecide, status } = story
  const request = useUnsentText('review', `changes.${story.id}`)
  /** Null until one of the buttons was pressed: a request that was typed before a reload is shown. */
  const [choice, setIsAsking] = useState<boolean | null>(null)
  const isAsking = choice ?? request.text !== ''
  const deciding = useDecide(token)
  const isDecided = review !== null && review.state !== 'requested'
  const current = isDecided && !review.is_outdated ? review.state : null
  const decide = (decision: 'approved' | 'changes_requested'): void => {
    const name = requireName()
    if (name === null) return
    const { text, idempotencyKey } = request
    deciding.mutate(
      { story, decision, name, ...(decision === 'changes_requested' ? { note: text.trim() } : {}) },
      {
        onSuccess: () => {
          setIsAsking(false)
          request.sent(idempotencyKey)
        },
      },
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {/* Announces the new state. */}
      <div role="status" className="empty:hidden">
        {isDecided && <ClientReviewState review={review} />}
      </div>
      {!canDecide && <p className="text-ink-soft">{settled[status] ?? 'This post can no longer be reviewed.'}</p>}
      {canDecide && isAsking && (
        <Form className="flex flex-col gap-2" onSubmit={() => decide('changes_requested')}>
          <TextArea
            label="What should change?"
            required
            autoFocus={choice === true}
            maxLength={commentChars}
            value={request.text}
            onChange={(event) => request.change(event.target.value)}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button tone="ghost" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <Button type="submit" tone="primary" isBusy={deciding.isPending}>
              Ask for changes
            </Button>
          </div>
        </Form>
      )}
      {canDecide && !isAsking && (
        <div className="flex flex-wrap gap-2">
          {current !== 'approved' && (
            <Button
              tone={current === null ? 'primary' : 'secondary'}
              icon={<Check aria-hidden size={16} />}
              isBusy={deciding.isPending}
              onClick={() => decide('approved')}
            >
              Approve
            </Button>
          )}
          <Button icon={<PenLine aria-hidden size={16} />} onClick={() => setIsAsking(true)}>
            {current === 'changes_requested' ? 'Ask for other changes' : 'Ask for changes'}
          </Button>
        </div>
      )}
      {deciding.error && <ErrorNote error={deciding.error} title="Not sent" />}
    </div>
  )
}
