import { randomUUID } from 'node:crypto'

/** A caller's own id is kept when it is printable and short, so that they can find their request in our log. */
export function requestIdOf(given: string | null | undefined): string {
  return typeof given === 'string' && /^[\x20-\x7e]{1,128}$/.test(given) ? given : randomUUID()
}
