import { z } from 'zod'
import type { EventDefinition } from '@/lib/events/definition'
import { exampleId, exampleProject } from '@/lib/events/examples'

/** Not an event of a project: it needs no subscription and is never retried. */
export const testPing = 'test.ping'

/** `project_id` is null for account-wide endpoints. */
export const TestPing = z.strictObject({
  project_id: z.uuid().nullable(),
  endpoint_id: z.uuid(),
  message: z.string(),
})

/** The `data` of a test ping. */
export const pingData = (endpoint: { id: string; project_id: string | null }): z.output<typeof TestPing> => ({
  project_id: endpoint.project_id,
  endpoint_id: endpoint.id,
  message: 'This is a test ping. If you can verify and read it, your endpoint works.',
})

export const events = {
  [testPing]: {
    when: 'you request one: `POST /api/v1/webhooks/:id/test`',
    payload: TestPing,
    example: pingData({ id: exampleId(8), ...exampleProject }),
  },
} satisfies Record<string, EventDefinition>
