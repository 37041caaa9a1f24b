import { expect, test } from 'vitest'
import { afterFailure, afterSuccess, alertWords, type Health } from './health'
import { retryDelaySeconds, retryDelaysSeconds } from './schedule'

const fresh: Health = {
  active: true,
  health_status: 'healthy',
  consecutive_failures: 0,
  failure_count: 0,
  last_failure_at: null,
  paused_until: null,
}
const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1_000)

/** Failures one after another, each tried as soon as the pause allows and refused at once. */
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

test('three failures in a row make an endpoint unhealthy, ten switch it off, and each is told of once', () => {
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

test('a receiver that is away for twenty seconds is not switched off, however much waits for it', () => {
  expect(failInTurn(10).seconds).toBeGreaterThan(20)
})

test('of attempts that were under way together at most three count', () => {
  let health: Health = fresh
  for (let call = 0; call < 30; call++) health = afterFailure(health, { startedAt: at(0), endedAt: at(10) })
  expect(health).toMatchObject({ consecutive_failures: 3, health_status: 'unhealthy' })
  expect(afterFailure(health, { startedAt: at(12), endedAt: at(12) }).consecutive_failures).toBe(4)
})

test('a success ends the run; what is switched off stays so', () => {
  const { states } = failInTurn(10)
  expect(afterSuccess(states[8] as Health)).toMatchObject({
    health_status: 'healthy',
    consecutive_failures: 0,
    paused_until: null,
  })
  expect(afterSuccess(states[9] as Health)).toMatchObject({ health_status: 'auto_disabled', active: false })
})

test('alerts name the host and not the whole address, which may hold a secret', () => {
  const words = alertWords('auto_disabled', 'https://hooks.example.com/t/s3cret?key=1', 'It answered 500.')
  expect(words).toContain('hooks.example.com')
  expect(words).not.toContain('s3cret')
})

test('six retries at the six delays, each up to a tenth later, then no more', () => {
  expect(retryDelaysSeconds).toEqual([60, 300, 900, 3_600, 14_400, 43_200])
  for (const [index, delay] of retryDelaysSeconds.entries()) {
    expect(retryDelaySeconds(index + 1, 0)).toBe(delay)
    expect(retryDelaySeconds(index + 1, 1)).toBeCloseTo(delay * 1.1, 6)
  }
  expect(retryDelaySeconds(7)).toBeNull()
})
