import { expect, test } from 'vitest'
import { parseCaptions } from './parse-captions'

test('columns are found by name, in any order', () => {
  const csv = '\ufeffChannel,Caption,Pillar\r\nX,"Fresh bread,\nstill warm",recipes\r\nBebo,Cake,\r\n,  ,offers\r\n'
  expect(parseCaptions(csv)).toEqual({
    captions: [{ caption: 'Fresh bread,\nstill warm', content_type: 'recipes', channel: 'x' }, { caption: 'Cake' }],
    skipped: 1,
    unknownChannels: 1,
  })
})

test('a pillar is found by its name or key', () => {
  const csv = 'caption,pillar,channel\nOne,Behind the Scenes,all\nTwo,behind-the-scenes,\nThree,News,\n'
  const { captions, unknownChannels } = parseCaptions(csv, [
    { content_type: 'behind-the-scenes', name: 'Behind the scenes' },
  ])
  expect(captions.map(({ content_type }) => content_type)).toEqual(['behind-the-scenes', 'behind-the-scenes', 'News'])
  expect(unknownChannels).toBe(0)
})

test('without names the first column is the caption', () => {
  expect(parseCaptions('Fresh bread;2026\n\nCake "of the day";2027\n').captions).toEqual([
    { caption: 'Fresh bread' },
    { caption: 'Cake "of the day"' },
  ])
})

test.each([
  ['', 'The file has no captions. Name a column “caption”.'],
  ['caption\n', 'The file has no captions. Name a column “caption”.'],
  ['"open', 'The file cannot be read as CSV. Export it again as CSV (UTF-8).'],
])('an unusable file says why: %j', (csv, message) => {
  expect(() => parseCaptions(csv)).toThrow(message)
})

test('a file has at most 10,000 rows', () => {
  const problem = 'The file has 10,001 rows. Split it: at most 10,000 at once.'
  expect(() => parseCaptions('a\n'.repeat(10_001))).toThrow(problem)
})

test('texts over the limit are skipped', () => {
  expect(parseCaptions(`caption\n${'𝐚'.repeat(5_001)}\n${'𝐚'.repeat(5_000)}\n`)).toMatchObject({
    captions: [{}],
    skipped: 1,
  })
})
