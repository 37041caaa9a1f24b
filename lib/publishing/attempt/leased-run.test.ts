import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { ResolvedPost } from '@/lib/channels/channel'
import { reloadEnv } from '@/lib/env'
import { type Lease, LeaseLost } from '../claim/lease'
import { LeasedRun } from './leased-run'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  reloadEnv()
})

function setCallTimeout(seconds: number): void {
  vi.stubEnv('PUBLISH_CALL_TIMEOUT_SECONDS', String(seconds))
  reloadEnv()
}

/** A run whose intent takes `intentMs` to commit. */
function aRun(intentMs: number): LeasedRun {
  const lease = { saveIntent: () => sleep(intentMs), saveResults: async () => {} } as unknown as Lease
  const post = { text: 'Bread' } as ResolvedPost
  const attempt = { id: 'attempt', account: null, isStarted: true, start: async () => 'attempt', markStarted: () => {} }
  return new LeasedRun(lease, post, attempt, {}, new AbortController().signal, async () => [])
}

test('nothing is sent if saving the intent took as long as a call may take', async () => {
  setCallTimeout(0.2)
  const send = vi.fn(async () => ({ id: '1' }))
  await expect(aRun(250).sendOnce('publish', send)).rejects.toThrow(LeaseLost)
  expect(send).not.toHaveBeenCalled()
})

test('the time to save the intent is subtracted from the call: the settle time counts from the intent', async () => {
  setCallTimeout(20)
  const timer = vi.spyOn(globalThis, 'setTimeout')
  await aRun(60).sendOnce('publish', async () => ({ id: '1' }))
  const delays = timer.mock.calls.flatMap(([, ms]) => (ms !== undefined && ms > 10_000 ? [ms] : []))
  expect(delays).toHaveLength(1)
  expect(delays[0]).toBeLessThanOrEqual(20_000 - 50)
})
