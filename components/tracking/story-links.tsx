import { lazy, Suspense } from 'react'
import { loadPatiently } from '@/components/ui/load-patiently'
import type { StoryDetail } from '@/lib/stories/contract'

// Most stories lead nowhere.
const Lists = lazy(() =>
  loadPatiently(() => import('./story-link-lists')).then(
    (it) => ({ default: it.StoryLinkLists }),
    () => ({ default: Missing }),
  ),
)

const leadsSomewhere = ({ destination_url, slides, channel_overrides }: StoryDetail): boolean =>
  destination_url !== null ||
  slides.some(({ swipe_through_url }) => swipe_through_url) ||
  Object.values(channel_overrides).some((own) => own?.slides?.some(({ swipe_through_url }) => swipe_through_url))

const Missing = () => (
  <p className="text-ink-soft">
    The links and clicks of this story could not be loaded. Load the page again to see them.
  </p>
)

/** The links of a story that count their clicks, and what its slides achieved; nothing for a story that leads nowhere. */
export function StoryLinks({ story }: { story: StoryDetail }) {
  const hasSlides = story.slides.length > 1
  if (!leadsSomewhere(story) && !(hasSlides && story.published_channels.length > 0)) return null
  return (
    <Suspense>
      <Lists story={story} hasLinks={leadsSomewhere(story)} hasSlides={hasSlides} />
    </Suspense>
  )
}
