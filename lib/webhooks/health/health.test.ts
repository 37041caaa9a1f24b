import { expect, test } from 'vitest'
import { retryDelaySeconds, retryDelaysSeconds } from '../sending/retry-schedule'
import { afterFailure, afterSuccess, alertMessage, type Health } from './health'

const fresh: Health = {
  active: true,
  health_status: 'healthy',
  consecutive_failures: 0,
  failure_count: 0,
  last_failure_at: null,
  paused_until: null,
}
const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1_000)

/** Consecutive failures, each attempt right after the pause. */
function failInTurn(times: number): { states: ReturnType<typeof afterFailure>[]; seconds: number } {
  const states: ReturnType<typeof afterFailure>[] = []
  let health: Health = fresh
  let now = at(0)
  for (let time = 0; time < times; time++) {
    now = new Date(Math.max(now.getTime() + 1, health.paused_until?.getTime() ?? 0))
    const { alert, ...next } = afterFailure(health, { startedAt: now, endedAt: now })
    states.push({ ...next, ...(alert ? { alert } : {}) })
    health = next
  }
  return { states, seconds: (now.getTime() - at(0).getTime()) / 1_000 }
}

test('an endpoint is unhealthy after 3 failures and off after 10, with one alert each', () => {
  const { states } = failInTurn(10)
  expect(states.map(({ health_status }) => health_status)).toEqual([
    ...Array(2).fill('healthy'),
    ...Array(7).fill('unhealthy'),
    'auto_disabled',
  ])
  expect(states.map(({ alert }) => alert ?? null)).toEqual([
    null,
    null,
    'unhealthy',
    ...Array(6).fill(null),
    'auto_disabled',
  ])
  expect(states.map(({ active }) => active)).toEqual([...Array(9).fill(true), false])
})

test('a receiver that is down for 20 seconds is not turned off', () => {
  expect(failInTurn(10).seconds).toBeGreaterThan(20)
})

test('at most 3 concurrent failures count', () => {
  let health: Health = fresh
  for (let call = 0; call < 30; call++) health = afterFailure(health, { startedAt: at(0), endedAt: at(10) })
  expect(health).toMatchObject({ consecutive_failures: 3, health_status: 'unhealthy' })
  expect(afterFailure(health, { startedAt: at(12), endedAt: at(12) }).consecutive_failures).toBe(4)
})

test('a success clears the failures, but does not turn an endpoint on', () => {
  const { states } = failInTurn(10)
  expect(afterSuccess(states[8] as Health)).toMatchObject({
    health_status: 'healthy',
    consecutive_failures: 0,
    paused_until: null,
  })
  expect(afterSuccess(states[9] as Health)).toMatchObject({ health_status: 'auto_disabled', active: false })
})

test('alerts contain the host, not the whole URL, which may contain a secret', () => {
  const message = alertMessage('auto_disabled', 'https://hooks.example.com/t/s3cret?key=1', 'It returned 500.')
  expect(message).toContain('hooks.example.com')
  expect(message).not.toContain('s3cret')
})

test('six retries, each delay up to 10% longer', () => {
  expect(retryDelaysSeconds).toEqual([60, 300, 900, 3_600, 14_400, 43_200])
  for (const [index, delay] of retryDelaysSeconds.entries()) {
    expect(retryDelaySeconds(index + 1, 0)).toBe(delay)
    expect(retryDelaySeconds(index + 1, 1)).toBeCloseTo(delay * 1.1, 6)
  }
  expect(retryDelaySeconds(7)).toBeNull()
})
