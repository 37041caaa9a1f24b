'use client'

import { Dialog } from '@/components/ui/dialog'
import { NewReviewLink } from './new-review-link'
import { ReviewLinkList } from './review-link-list'

type Props = {
  projectId: string
  storyIds: readonly string[]
  mayCreate: boolean
  mayRevoke: boolean
  onClose: () => void
}

/** Creates a review link for stories. For one story, it also lists its links. */
export function ReviewLinkDialog({ projectId, storyIds, mayCreate, mayRevoke, onClose }: Props) {
  const [only, ...others] = storyIds
  return (
    <Dialog
      title={others.length > 0 ? `Client review of ${storyIds.length} stories` : 'Client review'}
      onClose={onClose}
    >
      {mayCreate && <NewReviewLink projectId={projectId} storyIds={storyIds} />}
      {only && others.length === 0 && <ReviewLinkList projectId={projectId} storyId={only} mayRevoke={mayRevoke} />}
    </Dialog>
  )
}
