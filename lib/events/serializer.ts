import type { Event } from './contract'
import type { EventRow } from './repository'

export const serializeEvent = (row: EventRow): Event => ({
  id: row.id,
  sequence: row.sequence,
  event: row.event as Event['event'],
  created_at: row.created_at.toISOString(),
  data: row.data,
})
