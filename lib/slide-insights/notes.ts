import { mediaKindOf } from '@/lib/posts/resolve'
import type { Content } from '@/lib/stories/content/content'
import type { CountedSlide } from './slides'

type About = { content: Content; slides: CountedSlide[]; isPublic: boolean }

const isVideo = ({ slide }: CountedSlide): boolean => mediaKindOf(slide.media_url) === 'video'

/** Notes about the numbers, each with its condition. */
const notes: { isTrue(about: About): boolean; text: string }[] = [
  { isTrue: ({ slides }) => slides.length === 0, text: 'This story has no slides.' },
  {
    isTrue: ({ slides }) => slides.length === 1,
    text: 'This story has only one slide, so there is nothing to compare.',
  },
  { isTrue: ({ isPublic }) => !isPublic, text: 'This story is not published yet.' },
  {
    isTrue: ({ slides }) => slides.length > 0 && slides.every(({ clicks }) => clicks === null),
    text: 'No slide has its own link, so clicks per slide are unknown.',
  },
  {
    isTrue: ({ slides }) =>
      slides.some(({ clicks }) => clicks === null) && slides.some(({ clicks }) => clicks !== null),
    text: 'Slides without their own link have no clicks.',
  },
  {
    isTrue: ({ content, slides }) => slides.length > 1 && !content.channels.includes('instagram'),
    text: 'Only Instagram reports metrics for individual slides, and this story is not on Instagram.',
  },
  {
    isTrue: ({ content, slides }) =>
      slides.length > 1 && content.channels.includes('instagram') && slides.some((slide) => !isVideo(slide)),
    text: 'Instagram reports metrics for videos in a carousel, but not for images.',
  },
  {
    isTrue: ({ content, slides, isPublic }) =>
      isPublic &&
      slides.length > 1 &&
      content.channels.includes('instagram') &&
      slides.some((slide) => isVideo(slide) && slide.child === null),
    text: 'Instagram has not reported metrics for every video yet. They are added with the next syncs.',
  },
]

export const notesOf = (content: Content, slides: CountedSlide[], isPublic: boolean): string[] =>
  notes.filter(({ isTrue }) => isTrue({ content, slides, isPublic })).map(({ text }) => text)
