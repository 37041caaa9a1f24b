import { mediaKindOf } from '@/lib/publishing/resolve'
import type { Content } from '@/lib/stories/content'
import type { CountedSlide } from './slides'

type About = { content: Content; slides: CountedSlide[]; isPublic: boolean }

const isFilm = ({ slide }: CountedSlide): boolean => mediaKindOf(slide.media_url) === 'video'

/** What a reader of the numbers should know, and when. */
const notes: { isTrue(about: About): boolean; text: string }[] = [
  { isTrue: ({ slides }) => slides.length === 0, text: 'This story has no slides.' },
  {
    isTrue: ({ slides }) => slides.length === 1,
    text: 'This story has one slide: there is nothing to compare it with.',
  },
  { isTrue: ({ isPublic }) => !isPublic, text: 'Nothing of this story is public yet.' },
  {
    isTrue: ({ slides }) => slides.length > 0 && slides.every(({ clicks }) => clicks === null),
    text: 'No slide has a link of its own (swipe_through_url), so clicks cannot be told apart by slide.',
  },
  {
    isTrue: ({ slides }) =>
      slides.some(({ clicks }) => clicks === null) && slides.some(({ clicks }) => clicks !== null),
    text: 'Slides without a link of their own (swipe_through_url) have no clicks to count.',
  },
  {
    isTrue: ({ content, slides }) => slides.length > 1 && !content.channels.includes('instagram'),
    text: 'Only Instagram reports numbers of single slides, and this story does not go there.',
  },
  {
    isTrue: ({ content, slides }) =>
      slides.length > 1 && content.channels.includes('instagram') && slides.some((slide) => !isFilm(slide)),
    text: 'Instagram reports numbers of films in a carousel, and none of its pictures.',
  },
  {
    isTrue: ({ content, slides, isPublic }) =>
      isPublic &&
      slides.length > 1 &&
      content.channels.includes('instagram') &&
      slides.some((slide) => isFilm(slide) && slide.child === null),
    text: 'Instagram has not reported numbers of every film yet. They come with the syncs of the story.',
  },
]

export const notesOf = (content: Content, slides: CountedSlide[], isPublic: boolean): string[] =>
  notes.filter(({ isTrue }) => isTrue({ content, slides, isPublic })).map(({ text }) => text)
