import { z } from 'zod'
import type { Doubt } from './channel'

const WithId = z.object({ id: z.string() })

/** The id stored by a finished step. */
export function stepId(doubt: Doubt, step: string): string | null {
  const parsed = WithId.safeParse(doubt.steps[step])
  return parsed.success ? parsed.data.id : null
}
