import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOutage } from './outage'

test('a missing socket file is an outage, another missing file is not', async () => {
  const [error] = await once(connect({ path: join(tmpdir(), 'storycast-no-such-socket') }), 'error').catch(
    (error: Error) => [error],
  )
  expect([isOutage(error), isOutage(new Error('wrapped', { cause: error }))]).toEqual([true, true])
  expect(isOutage(Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
})
