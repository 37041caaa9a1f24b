import { expect, test } from 'vitest'
import { Shares } from './shares'

const targets = (count: number, prefix = 'e') =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, isFailing: false }))
const sum = (shares: Map<string, number>): number => [...shares.values()].reduce((total, count) => total + count, 0)

/** A clock that stands until it is moved. */
function aClock() {
  const clock = { ms: 0, now: () => clock.ms }
  return clock
}

/** So many quick successes, one after another. */
function prove(shares: Shares, id: string, times = 1): void {
  for (let time = 0; time < times; time++) shares.begin(id)(true)
}

test('every endpoint gets its first place before any gets its second', () => {
  const shares = new Shares(20, aClock().now)
  for (const { id } of targets(5)) prove(shares, id)
  expect(shares.plan(targets(5), 7)).toEqual(
    new Map([
      ['e0', 2],
      ['e1', 2],
      ['e2', 1],
      ['e3', 1],
      ['e4', 1],
    ]),
  )
})

test('whoever is not known yet shares half of the places, and gets more with each quick success', () => {
  const shares = new Shares(100, aClock().now)
  expect(shares.plan(targets(1), 100).get('e0')).toBe(4)
  expect(sum(shares.plan(targets(1_000), 100))).toBe(50)
  prove(shares, 'e0', 100)
  expect(shares.plan(targets(1), 100).get('e0')).toBe(64)
})

test('endpoints that hang keep out neither each other nor those that answer', () => {
  const clock = aClock()
  const shares = new Shares(100, clock.now)
  prove(shares, 'good', 10)
  for (const { id } of targets(50, 'dead')) prove(shares, id, 100)
  // They were quick until now, so they get every place, and none comes back.
  for (const [id, count] of shares.plan(targets(50, 'dead'), 90))
    for (let call = 0; call < count; call++) shares.begin(id)
  clock.ms = 1_500
  expect(sum(shares.plan([...targets(50, 'dead'), { id: 'good', isFailing: false }], 10))).toBe(10)
  expect([...shares.plan([...targets(50, 'dead'), { id: 'good', isFailing: false }], 10)]).toEqual([['good', 10]])
})

test('an endpoint that fails gets one at a time', () => {
  const shares = new Shares(100, aClock().now)
  prove(shares, 'e0', 50)
  const failing = [{ id: 'e0', isFailing: true }]
  expect(shares.plan(failing, 100).get('e0')).toBe(1)
  const end = shares.begin('e0')
  expect(shares.plan(failing, 100).size).toBe(0)
  end(false)
  expect(shares.plan(failing, 100).get('e0')).toBe(1)
})

test('who takes long to answer gets fewer', () => {
  const clock = aClock()
  const shares = new Shares(100, clock.now)
  prove(shares, 'e0', 60)
  const end = shares.begin('e0')
  clock.ms = 3_000
  end(true)
  expect(shares.plan(targets(1), 100).get('e0')).toBe(32)
})
