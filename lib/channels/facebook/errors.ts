import type { ErrorRow, ErrorTable } from '../error-table'
import { eitherOf, metaErrorTable } from '../meta/errors'

/** Codes specific to Pages. Codes shared by Meta's networks are in `meta/errors.ts`. */
const rows: readonly ErrorRow[] = [
  {
    keys: ['190/2069032'],
    category: 'connection',
    isAmbiguous: false,
    isAuthDead: true,
    message: 'The connection has no token for the Facebook Page. Reconnect the Page.',
  },
  {
    keys: ['200/2069030', '200/2069031', '200/2069033'],
    category: 'connection',
    isAmbiguous: false,
    message: 'The connected user cannot post on this Facebook Page. Assign the role, then reconnect.',
  },
  {
    keys: eitherOf(1346003, 1404102, 1404112),
    category: 'review',
    isAmbiguous: false,
    message: '{network} blocks posts of this Page: {reason}',
  },
  {
    keys: eitherOf(1609008, 2061006),
    category: 'content',
    isAmbiguous: false,
    message: '{network} rejected this link: {reason} Change it.',
  },
  {
    keys: eitherOf(1366046, 2069019, 1349125),
    category: 'render',
    isAmbiguous: false,
    message: '{network} rejected this image: {reason} Use a JPEG or PNG, or a smaller file.',
  },
  {
    keys: eitherOf(1404006, 1404078, 4854002),
    category: 'connection',
    isAmbiguous: false,
    message: '{network} requires a confirmation. Sign in there and complete it, then retry.',
  },
]

export const errorTable: ErrorTable = metaErrorTable('Facebook', rows)
