import { randomUUID } from 'node:crypto'

/** Uses the caller's id if it is printable and short, so that callers can find their request in the log. */
export function requestIdOf(given: string | null | undefined): string {
  return typeof given === 'string' && /^[\x20-\x7e]{1,128}$/.test(given) ? given : randomUUID()
}
