import { refusePath } from '@/lib/api/endpoint'

export const maxDuration = 60

/** Whatever has no endpoint of its own under `/api` is answered in the API's own words. */
export {
  refusePath as DELETE,
  refusePath as GET,
  refusePath as OPTIONS,
  refusePath as PATCH,
  refusePath as POST,
  refusePath as PUT,
}
