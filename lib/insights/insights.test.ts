import { describe, expect, test } from 'vitest'
import { blankContent, type Content } from '@/lib/stories/content'
import type { CountedLink } from '@/lib/tracking/repository'
import { notesOf } from './notes'
import { bestOf, scoresOf } from './score'
import { countSlides, shareOf, tellingSlides, totalOf } from './slides'

const slide = (name: string, swipe?: string) => ({
  media_url: `https://p.example/${name}`,
  ...(swipe ? { swipe_through_url: swipe } : {}),
})
const aLink = (channel: CountedLink['channel'], slide_index: number | null, clicks: number): CountedLink => ({
  code: `${channel}-${slide_index}`,
  channel,
  slide_index,
  destination: 'https://shop.example',
  clicks,
})
const nothing = { saves: null, reach: null, clicks: null }

describe('performance_score', () => {
  test('weighs saves, reach and clicks by 0.5, 0.2 and 0.3 of what the best slide has', () => {
    const slides = [
      { saves: 10, reach: 100, clicks: 0 },
      { saves: 5, reach: 50, clicks: 4 },
    ]
    expect(scoresOf(slides)).toEqual([70, 65])
  })

  test('leaves out what no slide reports', () => {
    expect(
      scoresOf([
        { ...nothing, clicks: 4 },
        { ...nothing, clicks: 1 },
      ]),
    ).toEqual([100, 25])
    expect(
      scoresOf([
        { saves: 2, reach: null, clicks: 0 },
        { saves: 0, reach: null, clicks: 8 },
      ]),
    ).toEqual([62.5, 37.5])
  })

  test('of a slide of which nothing is known is null, and of one that nobody cared for 0', () => {
    expect(scoresOf([nothing, { ...nothing, clicks: 0 }])).toEqual([null, 0])
    expect(scoresOf([nothing])).toEqual([null])
  })

  test('does not put a picture with a click above a film that people saved', () => {
    const [film, picture] = scoresOf([
      { saves: 900, reach: 9_000, clicks: 0 },
      { ...nothing, clicks: 1 },
    ])
    expect(film).toBeGreaterThan(picture ?? 0)
  })
})

describe('the best slide', () => {
  const best = (...slides: Parameters<typeof scoresOf>[0][number][]) => bestOf(slides, scoresOf(slides))
  test.each([
    [
      'saves',
      1,
      [
        { saves: 1, reach: 9, clicks: 9 },
        { saves: 2, reach: 1, clicks: 0 },
      ],
    ],
    [
      'reach',
      0,
      [
        { saves: 0, reach: 9, clicks: 1 },
        { saves: null, reach: 1, clicks: 9 },
      ],
    ],
    [
      'clicks',
      1,
      [
        { ...nothing, clicks: 1 },
        { ...nothing, clicks: 3 },
      ],
    ],
    [null, null, [nothing, { ...nothing, clicks: 0 }]],
  ] as const)('is chosen by %s', (by, slide_index, slides) => {
    expect(best(...slides)).toMatchObject({ by, slide_index })
  })

  test('is explained in words', () => {
    expect(best({ saves: 1, reach: 1, clicks: 1 }, { saves: 12, reach: 1, clicks: 1 }).rationale).toBe(
      'Slide 2 was saved 12 times, more than any other (slide 1 comes next with 1).',
    )
    expect(best({ ...nothing, clicks: 1 }, nothing).rationale).toBe('Slide 1 was clicked once.')
    expect(best({ ...nothing, clicks: 2 }, { ...nothing, clicks: 2 }).rationale).toBe(
      'Slide 1 was clicked 2 times, and so was slide 2.',
    )
  })
})

describe('slides', () => {
  const story: Content = {
    ...blankContent,
    channels: ['instagram', 'facebook', 'threads'],
    slides: [slide('1.mp4', 'https://shop.example/1'), slide('2.jpg'), slide('3.mp4', 'https://shop.example/3')],
    post_type: 'carousel',
  }

  test('bring together their links of all channels, and Instagram’s reading of each film', () => {
    const links = [aLink('facebook', 0, 3), aLink('instagram', 0, 1), aLink('instagram', null, 50), aLink('x', 2, 0)]
    const children = [{ index: 2, views: 9, reach: 8, saved: 7 }]
    const counted = countSlides(story, links, children)
    expect(counted.map(({ clicks, child }) => [clicks, child?.saved ?? null])).toEqual([
      [4, null],
      [null, null],
      [0, 7],
    ])
    expect(counted[0]?.links.map(({ channel }) => channel)).toEqual(['instagram', 'facebook'])
    expect([totalOf(links), totalOf([])]).toEqual([54, null])
  })

  test('are known again where a channel shows them in another place', () => {
    const own: Content = { ...story, channel_overrides: { instagram: { slides: [slide('3.mp4'), slide('9.mp4')] } } }
    const counted = countSlides(
      own,
      [aLink('instagram', 0, 5), aLink('instagram', 1, 6)],
      [{ index: 0, views: 1, reach: 1, saved: 1 }],
    )
    expect(counted.map(({ clicks, child }) => [clicks, child?.views ?? null])).toEqual([
      [null, null],
      [null, null],
      [5, 1],
    ])
  })

  test('of a story without any are those of a channel', () => {
    const own = [slide('1.jpg'), slide('2.jpg')]
    expect(tellingSlides({ ...story, slides: [], channel_overrides: { threads: { slides: own } } })).toEqual(own)
  })

  test('share the tracked clicks in percent, to a decimal', () => {
    expect([shareOf(1, 3), shareOf(0, 3), shareOf(null, 3), shareOf(0, 0)]).toEqual([33.3, 0, null, null])
  })

  test('say what their numbers do not tell', () => {
    const notes = notesOf(story, countSlides(story, [aLink('instagram', 0, 1)], []), true)
    expect(notes).toEqual([
      'Slides without a link of their own (swipe_through_url) have no clicks to count.',
      'Instagram reports numbers of films in a carousel, and none of its pictures.',
      'Instagram has not reported numbers of every film yet. They come with the syncs of the story.',
    ])
    const plain = { ...blankContent, channels: ['x' as const], slides: [slide('1.jpg')] }
    expect(notesOf(plain, countSlides(plain, [], []), false)).toEqual([
      'This story has one slide: there is nothing to compare it with.',
      'Nothing of this story is public yet.',
      'No slide has a link of its own (swipe_through_url), so clicks cannot be told apart by slide.',
    ])
  })
})
