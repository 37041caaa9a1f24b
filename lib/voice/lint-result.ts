import { z } from 'zod'

export const Violation = z.strictObject({
  type: z.string(),
  value: z.string(),
  position: z.int(),
  channel: z.string(),
})

export const Lint = z.strictObject({
  ok: z.boolean(),
  rules_present: z.boolean(),
  violations: z.array(Violation).meta({ description: 'The first 1,000, in reading order.' }),
})
