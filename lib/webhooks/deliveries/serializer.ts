import type { WebhookAttempt, WebhookDelivery } from './contract'
import type { AttemptRow, DeliveryRow } from './repository'

/** @param isEndpointActive false: nothing is sent, so there is no next attempt */
export function serializeDelivery(row: DeliveryRow, isEndpointActive: boolean): WebhookDelivery {
  // While in flight, the column holds the end of the lease, which is internal.
  const next = row.status === 'in_flight' || !isEndpointActive ? null : row.next_attempt_at
  return {
    id: row.id,
    event_id: row.event_id,
    event: row.event,
    status: row.status,
    attempt_count: row.attempt_count,
    next_attempt_at: next?.toISOString() ?? null,
    last_status_code: row.last_status_code,
    last_error: row.last_error,
    replay_of: row.replay_of,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export const serializeAttempt = (row: AttemptRow): WebhookAttempt => ({
  number: row.number,
  started_at: row.started_at.toISOString(),
  duration_ms: row.duration_ms,
  request_headers: row.request_headers,
  status_code: row.status_code,
  error: row.error,
  response_body: row.response_body,
  is_response_cut: row.is_response_cut,
})
