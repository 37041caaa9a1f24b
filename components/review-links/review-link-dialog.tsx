'use client'

import { Dialog } from '@/components/ui/dialog'
import { NewReviewLink } from './new-review-link'
import { ReviewLinkList } from './review-link-list'

type Props = { projectId: string; storyId: string; mayCreate: boolean; mayRevoke: boolean; onClose: () => void }

/** Creates a review link for a story, and lists its links. */
export function ReviewLinkDialog({ projectId, storyId, mayCreate, mayRevoke, onClose }: Props) {
  return (
    <Dialog title="Client review" onClose={onClose}>
      {mayCreate && <NewReviewLink projectId={projectId} storyId={storyId} />}
      <ReviewLinkList projectId={projectId} storyId={storyId} mayRevoke={mayRevoke} />
    </Dialog>
  )
}
