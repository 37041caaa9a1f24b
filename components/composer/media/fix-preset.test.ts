import { expect, test } from 'vitest'
import { filesToCrop, fixPreset } from './fix-preset'

const [wide, tall, square] = [
  { width: 3000, height: 1000 },
  { width: 1080, height: 1920 },
  { width: 1080, height: 1080 },
]

test('starts with the ratio that cuts the least', () => {
  const first = (media: { width: number | null; height: number | null }[]) =>
    fixPreset('instagram', { post_type: 'single', media }, 0, false)?.ratioText
  expect([first([wide]), first([tall]), first([{ width: null, height: null }])]).toEqual(['1.91:1', '4:5', '4:5'])
  expect(fixPreset('instagram', { post_type: 'story', media: [square] }, 0, false)?.ratioText).toBe('9:16')
})

test('a carousel starts with the ratio of its first file, unless that one is refused too', () => {
  const ratio = (isFirstFine: boolean) =>
    fixPreset('instagram', { post_type: 'carousel', media: [square, wide] }, 1, isFirstFine)
  expect(ratio(true)).toMatchObject({ name: 'Same as the first', ratioText: '1:1', ratio: 1 })
  expect(ratio(false)).toMatchObject({ ratioText: '1.91:1' })
})

test('all files of a carousel that differ from the first are cropped to it', () => {
  const media = [
    { width: 1600, height: 900 },
    { width: 900, height: 1600 },
    { width: 1601, height: 900 },
    { width: null, height: null },
    { width: 500, height: 500 },
  ]
  const files = filesToCrop('pinterest', { post_type: 'carousel', media }, true)
  expect(files.map(({ index, ratio }) => [index, ratio])).toEqual([
    [1, 16 / 9],
    [4, 16 / 9],
  ])
  expect(filesToCrop('pinterest', { post_type: 'single', media }, true)).toEqual([])
})

test('a first file that the network refuses gets the ratio of a preset, as all others', () => {
  const media = [
    { width: 1600, height: 900 },
    { width: 1000, height: 1000 },
  ]
  expect(filesToCrop('pinterest', { post_type: 'carousel', media }, false)).toEqual([
    { index: 0, size: media[0], ratio: 1 },
  ])
})
