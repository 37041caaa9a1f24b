import { expect, test } from 'vitest'
import { withPartsOut } from './parts-out'
import type { Progress } from './progress'
import type { Failure } from './settle'

/** Holds that whoever reads why a chain broke off reads how much of it is out. */

const failed = (reason: string, detail?: string): Failure => ({
  reason,
  ...(detail ? { detail } : {}),
  category: 'other',
  code: 'x',
  wasAttempted: true,
})
const done = (count: number): Progress['done'] =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`thread-${index + 1}`, { id: String(index) }]))

test('a sentence says it itself', () => {
  const { reason, detail, partsOut } = withPartsOut(failed('X said no.'), 3, { done: { ...done(2), 'media-1': {} } })
  expect(reason).toBe('Parts 1 to 2 of 3 are out; part 3 is not: X said no. Trying again goes on with that part.')
  expect(detail).toBe(reason)
  expect(partsOut).toEqual({ public: 2, total: 3 })
  expect(withPartsOut(failed('No.'), 3, { done: done(1) }).reason).toMatch(/^Part 1 of 3 is out; part 2 is not: No\. /)
})

test.each(['oauth_revoked:x', 'missing_connection:threads', 'stale-scheduled', 'superseded: queue item 1 took it'])(
  '%s keeps its words, and the timeline says it',
  (reason) => {
    const told = withPartsOut(failed(reason), 4, { done: done(2) })
    expect(told).toMatchObject({ reason, partsOut: { public: 2, total: 4 } })
    expect(told.detail).toBe('Parts 1 to 2 of 4 are out; part 3 is not. Trying again goes on with that part.')
  },
)

test('a part in doubt is not called unsent', () => {
  const told = withPartsOut(failed('outcome_unknown', 'Look at the account.'), 4, { done: done(2) })
  expect(told.detail).toBe(
    'Parts 1 to 2 of 4 are out; of part 3 nobody knows: Look at the account. Trying again goes on with that part.',
  )
})

test.each([
  ['of which nothing is out', 0],
  ['that is out to its end', 3],
])('a chain %s has nothing to add', (_, count) => {
  const failure = failed('X said no.')
  expect(withPartsOut(failure, 3, { done: done(count) })).toBe(failure)
})
