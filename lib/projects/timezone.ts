import { z } from 'zod'
import { isTimezone, storedTimezone } from './zone-names'

export { isTimezone }

export const timezone = z
  .string()
  .max(64)
  .refine(isTimezone, { error: 'must be an IANA time zone, e.g. Europe/Berlin', params: { code: 'unknown_timezone' } })
  .transform(storedTimezone)
