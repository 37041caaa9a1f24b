import type { FaultRow, FaultTable } from '../fault-table'
import { eitherOf, metaFaults } from '../meta/errors'

/** Codes that only Pages meet. What Meta's networks share is in `meta/errors.ts`. */
const rows: readonly FaultRow[] = [
  {
    keys: ['190/2069032'],
    category: 'connection',
    isAmbiguous: false,
    isAuthDead: true,
    message: 'The connection holds no key of the Facebook Page itself. Connect the Page again.',
  },
  {
    keys: ['200/2069030', '200/2069031', '200/2069033'],
    category: 'connection',
    isAmbiguous: false,
    message: 'The connected person may not post on this Facebook Page. Give them the role, then connect again.',
  },
  {
    keys: eitherOf(1346003, 1404102, 1404112),
    category: 'review',
    isAmbiguous: false,
    message: '{network} holds posts of this Page back: {said}',
  },
  {
    keys: eitherOf(1609008, 2061006),
    category: 'content',
    isAmbiguous: false,
    message: '{network} does not take this link: {said} Change it.',
  },
  {
    keys: eitherOf(1366046, 2069019, 1349125),
    category: 'render',
    isAmbiguous: false,
    message: '{network} does not take this picture: {said} Use a JPEG or PNG, or a smaller file.',
  },
  {
    keys: eitherOf(1404006, 1404078, 4854002),
    category: 'connection',
    isAmbiguous: false,
    message: '{network} wants something confirmed first. Sign in there, do what it asks, then try again.',
  },
]

export const faults: FaultTable = metaFaults('Facebook', rows)
