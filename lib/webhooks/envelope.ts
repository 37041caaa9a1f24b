/** An event as the outbox has it. `data` is the text of its `jsonb`, which Postgres writes the same way each time. */
export type StoredEvent = {
  event_id: string
  event: string
  event_created_at: Date
  /** Null for a test ping, which has no place among the events of a project. */
  sequence: number | null
  data: string
}

/**
 * The exact bytes of a message, the same at every attempt and replay. `data` is put in as text and never parsed: numbers
 * beyond 2^53 would come out as others.
 */
export function bodyOf({ event_id, event, event_created_at, sequence, data }: StoredEvent): Buffer {
  const head = JSON.stringify({ id: event_id, event, created_at: event_created_at.toISOString(), sequence })
  return Buffer.from(`${head.slice(0, -1)},"data":${data}}`)
}
