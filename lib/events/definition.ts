import type { z } from 'zod'

/** What the OpenAPI document, the reference and `docs/webhooks.md` say about an event. */
export type EventDefinition = {
  /** Completes the sentence “Sent when …”. */
  when: string
  /** Schema of `data`. */
  payload: z.ZodType
  /** Example of `data`. A test validates it against `payload`. */
  example: object
}
