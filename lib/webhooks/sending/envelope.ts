/** A row of the outbox. `data` is the text of a `jsonb` column, which Postgres always writes the same way. */
export type StoredEvent = {
  event_id: string
  event: string
  event_created_at: Date
  /** Null for a test ping. */
  sequence: number | null
  data: string
}

/**
 * The request body, byte for byte the same in every attempt and replay. Inserts `data` as text, because parsing would
 * change numbers beyond 2^53.
 */
export function bodyOf({ event_id, event, event_created_at, sequence, data }: StoredEvent): Buffer {
  const head = JSON.stringify({ id: event_id, event, created_at: event_created_at.toISOString(), sequence })
  return Buffer.from(`${head.slice(0, -1)},"data":${data}}`)
}
