import { expect, test } from 'vitest'
import { newId } from './ids'

const msOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
const now = Date.parse('2026-11-21T08:00:00Z')

// Lists are sorted by id and use ids as cursors.
test('ids are ordered within a millisecond and when the clock is set back slightly', () => {
  const ids = [
    ...Array.from({ length: 5_000 }, () => newId(now)),
    newId(now - 1),
    newId(now - 1_000),
    newId(now + 5_000),
  ]
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
})

test('ids follow the clock when it is set back by a day', () => {
  const day = 86_400_000
  expect(msOf(newId(now + day))).toBe(now + day)
  const [first, second] = [newId(now), newId(now)]
  expect([msOf(first), msOf(second)]).toEqual([now, now])
  expect(first < second).toBe(true)
})
