import { expect, test } from 'vitest'
import { type GridNetwork, mediaGrid, singleRatio } from './media-grid'

const tilesOf = (areas: readonly string[]) => new Set(areas.join(' ').split(' ')).size

test.each<[GridNetwork, count: number, tiles: number, hidden: number]>([
  ['x', 2, 2, 0],
  ['x', 3, 3, 0],
  ['x', 4, 4, 0],
  ['facebook', 2, 2, 0],
  ['facebook', 4, 4, 0],
  ['facebook', 5, 5, 0],
  ['facebook', 8, 5, 3],
  ['linkedin', 5, 5, 0],
  ['linkedin', 20, 5, 15],
])('%s shows %i images as %i tiles and hides %i', (network, count, tiles, hidden) => {
  for (const ratio of [null, 0.8, 1.8]) {
    const grid = mediaGrid(network, count, ratio)
    expect([tilesOf(grid.areas), grid.hidden]).toEqual([tiles, hidden])
  }
})

test('every grid is a rectangle of rectangles', () => {
  for (const network of ['x', 'facebook', 'linkedin'] as const)
    for (const ratio of [0.8, 1.8])
      for (let count = 2; count <= 6; count++) {
        const rows = mediaGrid(network, count, ratio).areas.map((row) => row.split(' '))
        expect(new Set(rows.map(({ length }) => length)).size).toBe(1)
        for (const tile of new Set(rows.flat())) {
          const places = rows.flatMap((row, y) => row.flatMap((name, x) => (name === tile ? [[x, y] as const] : [])))
          const sideOf = (axis: 0 | 1) => {
            const all = places.map((place) => place[axis])
            return Math.max(...all) - Math.min(...all) + 1
          }
          expect(places).toHaveLength(sideOf(0) * sideOf(1))
        }
      }
})

test('Facebook follows the shape of the first image', () => {
  expect(mediaGrid('facebook', 2, 1.5).areas).toEqual(['a', 'b'])
  expect(mediaGrid('facebook', 2, 0.8).areas).toEqual(['a b'])
})

test.each([
  ['instagram', 0.5, 0.8],
  ['instagram', 1.25, 1.25],
  ['instagram', 3, 1.91],
  ['instagram', null, 1],
  ['pinterest', null, 2 / 3],
] as const)('%s shows an image of %d as %d', (network, ratio, shown) => {
  expect(singleRatio(network, ratio)).toBe(shown)
})
