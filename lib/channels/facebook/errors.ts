import type { FaultRow, FaultTable } from '../fault-table'
import { metaFaults } from '../meta/errors'

/** Facebook says some of these as the code and some as the subcode of another. */
const either = (...codes: number[]): string[] => codes.flatMap((code) => [String(code), `*/${code}`])

/** Codes that only Pages meet. What Meta's networks share is in `meta/errors.ts`. */
const rows: readonly FaultRow[] = [
  {
    keys: ['190/2069032'],
    category: 'connection',
    isAuthDead: true,
    message: 'The connection holds no key of the Facebook Page itself. Connect the Page again.',
  },
  {
    keys: ['200/2069030', '200/2069031', '200/2069033'],
    category: 'connection',
    message: 'The connected person may not post on this Facebook Page. Give them the role, then connect again.',
  },
  {
    keys: either(1346003, 1404102, 1404112),
    category: 'review',
    message: '{network} holds posts of this Page back: {said}',
  },
  {
    keys: either(1609008, 2061006),
    category: 'content',
    message: '{network} does not take this link: {said} Change it.',
  },
  {
    keys: either(1366046, 2069019, 1349125),
    category: 'render',
    message: '{network} does not take this picture. Use a JPEG or PNG of less than 4 MB.',
  },
  {
    keys: either(1404006, 1404078, 4854002),
    category: 'connection',
    message: '{network} wants something confirmed first. Sign in there, do what it asks, then try again.',
  },
]

export const faults: FaultTable = metaFaults('Facebook', rows)
