'use client'

import { Send } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { StoryDetail } from '@/lib/stories/contract'
import { ClientReviewState } from './client-review-state'

const ReviewLinkDialog = lazyComponent(() => import('./review-link-dialog').then((it) => it.ReviewLinkDialog))

/** What the client decided, and the links for clients. Not for stories that were published without a client. */
export function ClientReviewCard({ story }: { story: StoryDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const maySend = useMay('stories:write')
  const { client_review: review, status } = story
  const canDecide = status === 'draft' || status === 'scheduled'
  if (!review && !(canDecide && maySend)) return null
  return (
    <section aria-labelledby="client-review">
      <h2 id="client-review" className="mb-2 font-semibold">
        Client review
      </h2>
      <div className="panel flex flex-col items-start gap-3 p-4">
        {review ? (
          <ClientReviewState review={review} />
        ) : (
          <p className="text-sm text-ink-soft">Clients approve this story or ask for changes, without an account.</p>
        )}
        <Button isSmall icon={<Send aria-hidden size={16} />} onClick={() => setIsOpen(true)}>
          {review ? 'Review links' : 'Send to client'}
        </Button>
      </div>
      {isOpen && (
        <ReviewLinkDialog
          projectId={story.project_id}
          storyIds={[story.id]}
          mayCreate={canDecide && maySend}
          mayRevoke={maySend}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}
