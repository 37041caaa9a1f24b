import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { ResolvedPost } from '@/lib/channels/channel'
import { reloadEnv } from '@/lib/env'
import { type Lease, LeaseLost } from './lease'
import { LeasedRun } from './run'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  reloadEnv()
})

function callsTake(seconds: number): void {
  vi.stubEnv('PUBLISH_CALL_TIMEOUT_SECONDS', String(seconds))
  reloadEnv()
}

/** A row whose intent takes so long to be committed. */
function aRun(announcingMs: number): LeasedRun {
  const lease = { announce: () => sleep(announcingMs), keepResult: async () => {} } as unknown as Lease
  const post = { text: 'Bread' } as ResolvedPost
  return new LeasedRun(lease, post, 'attempt', {}, new AbortController().signal, async () => [])
}

test('a process that was stopped behind its intent for as long as a call may take does not send any more', async () => {
  callsTake(0.2)
  const send = vi.fn(async () => ({ id: '1' }))
  await expect(aRun(250).sendOnce('publish', send)).rejects.toThrow(LeaseLost)
  expect(send).not.toHaveBeenCalled()
})

test('what the intent took is taken off the call: the settle time counts from the intent', async () => {
  callsTake(20)
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await aRun(60).sendOnce('publish', async () => ({ id: '1' }))
  expect(timeout.mock.calls).toHaveLength(1)
  expect(timeout.mock.calls[0]?.[0]).toBeLessThanOrEqual(20_000 - 50)
})
