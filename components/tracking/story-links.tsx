import { lazy, Suspense } from 'react'
import { retryImport } from '@/components/ui/lazy/retry-import'
import type { StoryDetail } from '@/lib/stories/contract'

// Loaded on demand, because most stories have no link.
const Lists = lazy(() =>
  retryImport(() => import('./story-link-lists')).then(
    (it) => ({ default: it.StoryLinkLists }),
    () => ({ default: LoadError }),
  ),
)

const hasLink = ({ destination_url, slides, channel_overrides }: StoryDetail): boolean =>
  destination_url !== null ||
  slides.some(({ swipe_through_url }) => swipe_through_url) ||
  Object.values(channel_overrides).some((own) => own?.slides?.some(({ swipe_through_url }) => swipe_through_url))

const LoadError = () => <p className="text-ink-soft">The links of this story could not be loaded. Reload the page.</p>

/** Tracked links and slide metrics of a story. Hidden if it has neither. */
export function StoryLinks({ story }: { story: StoryDetail }) {
  const hasSlides = story.slides.length > 1
  if (!hasLink(story) && !(hasSlides && story.published_channels.length > 0)) return null
  return (
    <Suspense>
      <Lists story={story} hasLinks={hasLink(story)} hasSlides={hasSlides} />
    </Suspense>
  )
}
