/** Ids and times in the examples of all events: one bakery on one day. */
export const exampleId = (last: number): string => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`

export const exampleProject = { project_id: exampleId(1) }

export const exampleEnvelope = { id: exampleId(9), created_at: '2026-05-01T09:00:05.000Z' }
