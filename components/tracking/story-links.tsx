import dynamic from 'next/dynamic'
import type { StoryDetail } from '@/lib/stories/contract'

// Most stories lead nowhere.
const ChannelLinks = dynamic(() => import('./story-link-lists').then((it) => it.ChannelLinks))
const Slides = dynamic(() => import('./story-link-lists').then((it) => it.Slides))

const leadsSomewhere = ({ destination_url, slides, channel_overrides }: StoryDetail): boolean =>
  destination_url !== null ||
  slides.some(({ swipe_through_url }) => swipe_through_url) ||
  Object.values(channel_overrides).some((own) => own?.slides?.some(({ swipe_through_url }) => swipe_through_url))

/** The links of a story that count their clicks, and what its slides achieved; nothing for a story that leads nowhere. */
export function StoryLinks({ story }: { story: StoryDetail }) {
  const hasSlides = story.slides.length > 1
  if (!leadsSomewhere(story) && !(hasSlides && story.published_channels.length > 0)) return null
  return (
    <>
      {leadsSomewhere(story) && <ChannelLinks story={story} />}
      {hasSlides && <Slides story={story} />}
    </>
  )
}
