import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Skeleton } from '@/components/ui/skeleton'

/** Parts that most stories do not have. They are not in the first scripts of the page. */

type Loading = Parameters<typeof InlineLoading>[0]
const ifFailed = (loading: Loading) => (loading.state === 'failed' ? <InlineLoading {...loading} /> : null)

export const ReviewButtons = lazyComponent(
  () => import('@/components/queue/review/review-buttons').then((it) => it.ReviewButtons),
  ifFailed,
)
export const PinReminder = lazyComponent(
  () => import('@/components/queue/pin-reminder').then((it) => it.PinReminder),
  ifFailed,
)
export const FirstCommentStatus = lazyComponent(
  () => import('./first-comment-status').then((it) => it.FirstCommentStatus),
  ifFailed,
)
export const StoryWarnings = lazyComponent(() => import('./story-warnings').then((it) => it.StoryWarnings), ifFailed)
export const LocalDraftNote = lazyComponent(
  () => import('./local-draft-note').then((it) => it.LocalDraftNote),
  ifFailed,
)
export const PostIssues = lazyComponent(() => import('./post-issues').then((it) => it.PostIssues), ifFailed)
export const EditorsLine = lazyComponent(
  () => import('@/components/story-editors/editors-line').then((it) => it.EditorsLine),
  () => null,
)
export const ClientReviewCard = lazyComponent(
  () => import('@/components/review-links/client-review-card').then((it) => it.ClientReviewCard),
  // As high as the card without a decision.
  (loading) => (loading.state === 'failed' ? <InlineLoading {...loading} /> : <div aria-hidden className="h-34" />),
)
export const PostNotes = lazyComponent(
  () => import('@/components/previews/post-notes').then((it) => it.PostNotes),
  // The frame around it is hidden while it is empty.
  () => <div />,
)

export const StoryTimeline = lazyComponent(
  () => import('./activity/story-timeline').then((it) => it.StoryTimeline),
  (loading) => (loading.state === 'failed' ? <InlineLoading {...loading} /> : <Skeleton className="h-40 w-full" />),
)
