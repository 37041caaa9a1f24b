/** Consecutive failed attempts, over all deliveries of an endpoint, that change its status. */
export const unhealthyAt = 3
export const disabledAt = 10

/**
 * Seconds of pause after the third failure, the fourth and so on. They add up to about 20 s, so that a receiver can be
 * redeployed without being disabled.
 */
const pausesSeconds = [1, 1, 2, 3, 4, 5, 6] as const

export type HealthStatus = 'healthy' | 'unhealthy' | 'auto_disabled'

export type Health = {
  active: boolean
  health_status: HealthStatus
  consecutive_failures: number
  failure_count: number
  last_failure_at: Date | null
  paused_until: Date | null
}

export type Failure = { startedAt: Date; endedAt: Date }

export type AlertKind = 'unhealthy' | 'auto_disabled'

/** A success clears the failures. A disabled endpoint stays off until it is reactivated. */
export function afterSuccess(health: Health): Health {
  if (!health.active) return health
  return { ...health, health_status: 'healthy', consecutive_failures: 0, last_failure_at: null, paused_until: null }
}

/**
 * Counts a failure. From the third on, attempts that started before the last failure do not count. Otherwise one short
 * outage during 30 concurrent attempts would disable the endpoint.
 */
export function afterFailure(health: Health, { startedAt, endedAt }: Failure): Health & { alert?: AlertKind } {
  if (!health.active) return health
  const isConcurrent = health.last_failure_at !== null && startedAt < health.last_failure_at
  if (isConcurrent && health.consecutive_failures >= unhealthyAt) return health
  const failures = health.consecutive_failures + 1
  const counted = { ...health, consecutive_failures: failures, last_failure_at: endedAt }
  if (failures >= disabledAt) {
    return { ...counted, active: false, health_status: 'auto_disabled', paused_until: null, alert: 'auto_disabled' }
  }
  if (failures < unhealthyAt) return counted
  const pause = pausesSeconds[failures - unhealthyAt] ?? 0
  const paused_until = new Date(endedAt.getTime() + pause * 1_000)
  return {
    ...counted,
    health_status: 'unhealthy',
    paused_until,
    ...(health.health_status === 'healthy' ? { alert: 'unhealthy' } : {}),
  }
}

/** @param lastError of the attempt that raised the alert */
export function alertMessage(kind: AlertKind, url: string, lastError: string): string {
  const host = new URL(url).host
  return kind === 'unhealthy'
    ? `The last ${unhealthyAt} attempts to deliver to ${host} failed. Last error: ${lastError} Deliveries are retried automatically. After ${disabledAt} failures in a row the endpoint is turned off. Check its deliveries and your server's log.`
    : `The endpoint at ${host} was turned off after ${disabledAt} failed attempts in a row. Last error: ${lastError} Waiting deliveries are on hold. Fix the receiver, send a test ping, then reactivate the endpoint and send the waiting deliveries.`
}
