import type { EndpointRow } from '../access/find-endpoints'
import type { WebhookEndpoint } from './contract'

export function serializeEndpoint(row: EndpointRow, now: Date): WebhookEndpoint {
  const previous = row.previous_secret_until
  return {
    id: row.id,
    project_id: row.project_id,
    url: row.url,
    description: row.description,
    events: row.events as WebhookEndpoint['events'],
    active: row.active,
    health_status: row.health_status,
    consecutive_failures: row.consecutive_failures,
    failure_count: row.failure_count,
    previous_secret_expires_at: previous && previous > now ? previous.toISOString() : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
