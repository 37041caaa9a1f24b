import { describe, expect, test } from 'vitest'
import { blankContent, type Content } from '@/lib/stories/content/content'
import type { CountedLink } from '@/lib/tracking/repository'
import { notesOf } from './notes'
import { bestOf, scoresOf } from './score'
import { countSlides, insightSlides, shareOf, totalOf } from './slides'

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
  test('weighs saves, reach and clicks by 0.5, 0.2 and 0.3 relative to best slide', () => {
    const slides = [
      { saves: 10, reach: 100, clicks: 0 },
      { saves: 5, reach: 50, clicks: 4 },
    ]
    expect(scoresOf(slides)).toEqual([70, 65])
  })

  test('ignores measures that no slide reports', () => {
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

  test('is null without data, and 0 if all values are 0', () => {
    expect(scoresOf([nothing, { ...nothing, clicks: 0 }])).toEqual([null, 0])
    expect(scoresOf([nothing])).toEqual([null])
  })

  test('does not rank an image with a click above a video with saves', () => {
    const [video, image] = scoresOf([
      { saves: 900, reach: 9_000, clicks: 0 },
      { ...nothing, clicks: 1 },
    ])
    expect(video).toBeGreaterThan(image ?? 0)
  })
})

describe('best slide', () => {
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

  test('has a rationale', () => {
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

  test('have the links of all channels and Instagram’s metrics of each video', () => {
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

  test('are matched when a channel has another order', () => {
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

  test('come from a channel if the story has none', () => {
    const own = [slide('1.jpg'), slide('2.jpg')]
    expect(insightSlides({ ...story, slides: [], channel_overrides: { threads: { slides: own } } })).toEqual(own)
  })

  test('have a share of the tracked clicks in percent, with one decimal', () => {
    expect([shareOf(1, 3), shareOf(0, 3), shareOf(null, 3), shareOf(0, 0)]).toEqual([33.3, 0, null, null])
  })

  test('have notes about missing numbers', () => {
    const notes = notesOf(story, countSlides(story, [aLink('instagram', 0, 1)], []), true)
    expect(notes).toEqual([
      'Slides without their own link have no clicks.',
      'Instagram reports metrics for videos in a carousel, but not for images.',
      'Instagram has not reported metrics for every video yet. They are added with the next syncs.',
    ])
    const plain = { ...blankContent, channels: ['x' as const], slides: [slide('1.jpg')] }
    expect(notesOf(plain, countSlides(plain, [], []), false)).toEqual([
      'This story has only one slide, so there is nothing to compare.',
      'This story is not published yet.',
      'No slide has its own link, so clicks per slide are unknown.',
    ])
  })
})
