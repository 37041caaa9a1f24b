import { expect, test } from 'vitest'
import type { ListedQueueItem } from '@/lib/queue/contract'
import { dropRefusal, moveBetween, placesOf, reachable, stepFrom, stuckReasons, timesAfter } from './places'

const now = new Date('2026-12-01T08:00:00Z')
const at = (hour: number): string => `2026-12-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const item = (id: string, hour: number, status = 'approved') =>
  ({ id, status, scheduled_at: at(hour) }) as ListedQueueItem

const items = [item('a', 9), item('b', 10), item('c', 12), item('late', 7), item('done', 11, 'posted')]
const places = placesOf(items, [{ at: at(11) }], now, null)
const placeOf = (key: string) => places.find((place) => place.key === key) ?? expect.fail(`no place ${key}`)

test('posts that are due or published cannot move; free slots are places', () => {
  expect(places.map(({ key }) => key)).toEqual(['a', 'b', at(11), 'c'])
})

test('a post that moves down gets the time of the other, and those in between move up', () => {
  const move = moveBetween(places, 'a', placeOf('c'))
  expect(move).toEqual({ kind: 'reorder', id: 'a', ids: ['b', 'c', 'a'], before: ['a', 'b', 'c'], at: at(12) })
  expect(move && [...timesAfter(places, move)]).toEqual([
    ['b', at(9)],
    ['c', at(10)],
    ['a', at(12)],
  ])
  expect(moveBetween(places, 'c', placeOf('b'))).toMatchObject({ ids: ['c', 'b'], before: ['b', 'c'] })
  // The list can be loaded again while a post is moved.
  expect(moveBetween(places, 'c', { ...placeOf('b') })).toMatchObject({ ids: ['c', 'b'] })
  expect(moveBetween(places, 'c', { ...placeOf('b'), key: 'gone' })).toBeNull()
})

test('a free slot changes the time of one post only', () => {
  expect(moveBetween(places, 'c', placeOf(at(11)))).toEqual({ kind: 'slot', id: 'c', at: at(11), from: at(12) })
  expect(moveBetween(places, 'c', placeOf('c'))).toBeNull()
})

test('the menu moves a post by one, or to the top', () => {
  expect([stepFrom(places, 'b', 'up')?.key, stepFrom(places, 'b', 'down')?.key]).toEqual(['a', 'c'])
  expect(stepFrom(places, 'c', 'top')?.key).toBe('a')
  expect([stepFrom(places, 'a', 'up'), stepFrom(places, 'a', 'top'), stepFrom(places, 'c', 'down')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a post whose time was set by hand moves to a free slot only, and others swap around it', () => {
  const isSlot = (time: string): boolean => time !== at(10)
  const mixed = placesOf(items, [{ at: at(11) }], now, isSlot)
  const place = (key: string) => mixed.find((one) => one.key === key) ?? expect.fail(`no place ${key}`)
  const move = moveBetween(mixed, 'c', place('a'))
  expect(move).toMatchObject({ kind: 'reorder', ids: ['c', 'a'], before: ['a', 'c'] })
  expect(move && [...timesAfter(mixed, move)]).toEqual([
    ['c', at(9)],
    ['a', at(12)],
  ])
  expect([moveBetween(mixed, 'c', place('b')), moveBetween(mixed, 'b', place('a'))]).toEqual([null, null])
  expect(dropRefusal(mixed, 'b', place('a'))).toBe('Its time was set by hand. Drop it on a free slot.')
  expect(dropRefusal(mixed, 'c', place('b'))).toMatch(/^The time of that post was set by hand/)
  expect([dropRefusal(mixed, 'c', place('a')), dropRefusal(mixed, 'b', place(at(11)))]).toEqual([null, null])
  expect(moveBetween(mixed, 'b', place(at(11)))).toMatchObject({ kind: 'slot', at: at(11) })
  expect(reachable(mixed, 'a').map(({ key }) => key)).toEqual(['a', at(11), 'c'])
  expect(reachable(mixed, 'b').map(({ key }) => key)).toEqual(['b', at(11)])
  expect([stepFrom(mixed, 'a', 'down')?.key, stepFrom(mixed, 'b', 'up'), stepFrom(mixed, 'c', 'top')?.key]).toEqual([
    'c',
    undefined,
    'a',
  ])
})

test('a post that can move nowhere has a reason', () => {
  const isSlot = (time: string): boolean => time !== at(10)
  const reasonsOf = (posts: typeof items, slots: { at: string }[] = []) => {
    const own = placesOf(posts, slots, now, isSlot)
    return own.map(stuckReasons(own))
  }
  expect(reasonsOf([item('a', 9), item('b', 10), item('c', 12)])).toEqual([
    null,
    expect.stringContaining('set by hand'),
    null,
  ])
  expect(reasonsOf([item('a', 9), item('b', 10)])).toEqual([
    'There is no other post or free slot to move to.',
    expect.stringContaining('set by hand'),
  ])
  expect(reasonsOf([item('a', 9), item('b', 10)], [{ at: at(11) }])).toEqual([null, null, null])
})
