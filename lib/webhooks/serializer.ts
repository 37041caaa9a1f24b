import type { WebhookAlert } from './alert-contract'
import type { AlertRow } from './alerts-repository'
import type { WebhookEndpoint } from './contract'
import type { AttemptRow, DeliveryRow } from './deliveries-repository'
import type { WebhookAttempt, WebhookDelivery } from './delivery-contract'
import type { EndpointRow } from './repository'

export function serializeEndpoint(row: EndpointRow, now: Date): WebhookEndpoint {
  const previous = row.previous_secret_until
  return {
    id: row.id,
    project_id: row.project_id,
    url: row.url,
    description: row.description,
    events: row.events as WebhookEndpoint['events'],
    active: row.active,
    health_status: row.health_status as WebhookEndpoint['health_status'],
    consecutive_failures: row.consecutive_failures,
    failure_count: row.failure_count,
    previous_secret_expires_at: previous && previous > now ? previous.toISOString() : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** @param isEndpointActive an endpoint that is off has no next attempts */
export function serializeDelivery(row: DeliveryRow, isEndpointActive: boolean): WebhookDelivery {
  // In flight, the column holds the end of the lease, which is internal.
  const next = row.status === 'in_flight' || !isEndpointActive ? null : row.next_attempt_at
  return {
    id: row.id,
    event_id: row.event_id,
    event: row.event,
    status: row.status as WebhookDelivery['status'],
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
  request_headers: row.request_headers as WebhookAttempt['request_headers'],
  status_code: row.status_code,
  error: row.error,
  response_body: row.response_body,
  is_response_cut: row.is_response_cut,
})

export const serializeAlert = (row: AlertRow): WebhookAlert => ({
  id: row.id,
  endpoint_id: row.endpoint_id,
  kind: row.kind as WebhookAlert['kind'],
  message: row.message,
  read_at: row.read_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
