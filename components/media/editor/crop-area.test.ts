import { expect, test } from 'vitest'
import { areaWithRatio, mirrored, pixelsOf, rotatedSize, turned, wholeArea, zoomed, zoomOf } from './crop-area'

const photo = { width: 1_200, height: 800 }

test('has the ratio of the preset in pixels, around the same center', () => {
  const square = areaWithRatio(wholeArea, 1, photo)
  expect(pixelsOf(square, photo)).toEqual({ width: 800, height: 800 })
  expect(square.x).toBeCloseTo(1 / 6)
  const portrait = areaWithRatio({ x: 0.9, y: 0.2, width: 0.1, height: 0.1 }, 4 / 5, photo)
  expect(pixelsOf(portrait, photo)).toEqual({ width: 640, height: 800 })
  expect(portrait.x + portrait.width).toBeCloseTo(1)
})

test('zooms around its center and stays in the image', () => {
  const square = areaWithRatio(wholeArea, 1, photo)
  const close = zoomed(square, 2)
  expect([zoomOf(close), pixelsOf(close, photo)]).toEqual([2, { width: 400, height: 400 }])
  expect(zoomed({ ...close, x: 0.95 - close.width }, 1).x).toBeCloseTo(1 / 3)
})

test('shows the same part after a rotation and when mirrored', () => {
  const corner = { x: 0, y: 0, width: 0.25, height: 0.5 }
  expect(turned(corner)).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.25 })
  expect(pixelsOf(turned(corner), rotatedSize(photo, 90))).toEqual({ width: 400, height: 300 })
  expect(turned(turned(turned(turned(corner))))).toEqual(corner)
  expect(mirrored(corner)).toEqual({ ...corner, x: 0.75 })
})
