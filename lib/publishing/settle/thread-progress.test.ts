import { expect, test } from 'vitest'
import type { Progress } from '@/lib/queue-items/progress'
import type { Failure } from './failure'
import { withThreadProgress } from './thread-progress'

const failed = (reason: string, detail?: string): Failure => ({
  reason,
  ...(detail ? { detail } : {}),
  category: 'other',
  code: 'x',
  wasAttempted: true,
})
const done = (count: number): Progress['done'] =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`thread-${index + 1}`, { id: String(index) }]))

test('a sentence as reason includes the published parts', () => {
  const progress = { done: { ...done(2), 'media-1': {} } }
  const { reason, detail, threadProgress } = withThreadProgress(failed('X said no.'), 3, progress)
  expect(reason).toBe('Parts 1 to 2 of 3 are published; part 3 is not: X said no. Retrying continues with that part.')
  expect(detail).toBe(reason)
  expect(threadProgress).toEqual({ public: 2, total: 3 })
  expect(withThreadProgress(failed('No.'), 3, { done: done(1) }).reason).toMatch(
    /^Part 1 of 3 is published; part 2 is not: No\. /,
  )
})

test.each(['oauth_revoked:x', 'missing_connection:threads', 'stale-scheduled', 'superseded: queue item 1 took it'])(
  'the code %s is unchanged, and the detail includes the published parts',
  (reason) => {
    const failure = withThreadProgress(failed(reason), 4, { done: done(2) })
    expect(failure).toMatchObject({ reason, threadProgress: { public: 2, total: 4 } })
    expect(failure.detail).toBe('Parts 1 to 2 of 4 are published; part 3 is not. Retrying continues with that part.')
  },
)

test('the status of a part in doubt is unknown', () => {
  const failure = withThreadProgress(failed('outcome_unknown', 'Look at the account.'), 4, { done: done(2) })
  expect(failure.detail).toBe(
    'Parts 1 to 2 of 4 are published; the status of part 3 is unknown: Look at the account. Retrying continues with that part.',
  )
})

test.each([
  ['no', 0],
  ['all', 3],
])('%s parts published: the failure is unchanged', (_, count) => {
  const failure = failed('X said no.')
  expect(withThreadProgress(failure, 3, { done: done(count) })).toBe(failure)
})
