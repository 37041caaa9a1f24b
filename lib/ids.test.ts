import { expect, test } from 'vitest'
import { newId } from './ids'

const msOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
const now = Date.parse('2026-11-21T08:00:00Z')

// Lists are newest first by id, and their cursors are ids.
test('ids of one moment, and of a clock that was set back a little, are in the order in which they were made', () => {
  const ids = [
    ...Array.from({ length: 5_000 }, () => newId(now)),
    newId(now - 1),
    newId(now - 1_000),
    newId(now + 5_000),
  ]
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
})

test('a clock that was a day ahead and is put right is followed: otherwise all that comes would be of tomorrow', () => {
  const day = 86_400_000
  expect(msOf(newId(now + day))).toBe(now + day)
  const [first, second] = [newId(now), newId(now)]
  expect([msOf(first), msOf(second)]).toEqual([now, now])
  expect(first < second).toBe(true)
})
