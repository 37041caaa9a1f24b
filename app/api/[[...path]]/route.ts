import { unknownPath } from '@/lib/api/endpoint'

export const maxDuration = 60

/** Unknown paths under `/api` get a JSON error. */
export {
  unknownPath as DELETE,
  unknownPath as GET,
  unknownPath as OPTIONS,
  unknownPath as PATCH,
  unknownPath as POST,
  unknownPath as PUT,
}
