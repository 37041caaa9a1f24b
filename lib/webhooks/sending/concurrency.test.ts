import { expect, test } from 'vitest'
import { Concurrency } from './concurrency'

const targets = (count: number, prefix = 'e') =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, isFailing: false }))
const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((total, count) => total + count, 0)

/** A clock that moves only by hand. */
function aClock() {
  const clock = { ms: 0, now: () => clock.ms }
  return clock
}

function succeed(concurrency: Concurrency, id: string, times = 1): void {
  for (let time = 0; time < times; time++) concurrency.start(id)(true)
}

test('every endpoint gets one delivery before any gets a second', () => {
  const concurrency = new Concurrency(20, aClock().now)
  for (const { id } of targets(5)) succeed(concurrency, id)
  expect(concurrency.plan(targets(5), 7)).toEqual(
    new Map([
      ['e0', 2],
      ['e1', 2],
      ['e2', 1],
      ['e3', 1],
      ['e4', 1],
    ]),
  )
})

test('new endpoints share half of the calls; each fast success adds one', () => {
  const concurrency = new Concurrency(100, aClock().now)
  expect(concurrency.plan(targets(1), 100).get('e0')).toBe(4)
  expect(sum(concurrency.plan(targets(1_000), 100))).toBe(50)
  succeed(concurrency, 'e0', 100)
  expect(concurrency.plan(targets(1), 1_000).get('e0')).toBe(8 * 64)
})

test('a fast endpoint runs one window of calls and gets more when less than a window is queued', () => {
  const concurrency = new Concurrency(100, aClock().now)
  succeed(concurrency, 'e0', 60)
  for (let claim = 0; claim < 512; claim++) concurrency.enqueue('e0')
  for (let call = 0; call < 64; call++) {
    expect(concurrency.mayStart('e0')).toBe(true)
    concurrency.dequeue('e0')
    concurrency.start('e0')
  }
  expect(concurrency.mayStart('e0')).toBe(false)
  expect(concurrency.plan(targets(1), 100).size).toBe(0)
  for (let claim = 0; claim < 406; claim++) concurrency.dequeue('e0')
  expect(concurrency.plan(targets(1), 1_000).get('e0')).toBe(512 - 64 - 42)
})

test('hanging endpoints block neither each other nor the others', () => {
  const clock = aClock()
  const concurrency = new Concurrency(100, clock.now)
  succeed(concurrency, 'good', 10)
  for (const { id } of targets(50, 'dead')) succeed(concurrency, id, 100)
  for (const [id, count] of concurrency.plan(targets(50, 'dead'), 90))
    for (let call = 0; call < count; call++) concurrency.start(id)
  clock.ms = 1_500
  const everyone = [...targets(50, 'dead'), { id: 'good', isFailing: false }]
  expect([...concurrency.plan(everyone, 10)]).toEqual([['good', 10]])
})

test('a failing endpoint gets one call at a time', () => {
  const concurrency = new Concurrency(100, aClock().now)
  succeed(concurrency, 'e0', 50)
  const failing = [{ id: 'e0', isFailing: true }]
  expect(concurrency.plan(failing, 100).get('e0')).toBe(1)
  const end = concurrency.start('e0')
  expect(concurrency.plan(failing, 100).size).toBe(0)
  expect(end(false)).toBe(false)
  expect(concurrency.plan(failing, 100).get('e0')).toBe(1)
})

test('a slow response halves the window', () => {
  const clock = aClock()
  const concurrency = new Concurrency(100, clock.now)
  succeed(concurrency, 'e0', 60)
  const end = concurrency.start('e0')
  clock.ms = 3_000
  expect(end(true)).toBe(false)
  expect(concurrency.plan(targets(1), 100).get('e0')).toBe(32)
})
