import { z } from 'zod'
import type { ErrorDetails, ErrorRow, ErrorTable, NetworkResponse } from '../error-table'

/** RFC 6749, section 5.2. */
const OAuthError = z.object({ error: z.string(), error_description: z.string().optional() })
/** Error format of Instagram's and Threads' token endpoints. */
const MetaLoginError = z.object({ error_type: z.string(), error_message: z.string() })

function readOAuthError(response: NetworkResponse): ErrorDetails | null {
  const rfc = OAuthError.safeParse(response.json)
  if (rfc.success) {
    const { error, error_description } = rfc.data
    return { keys: [error], code: error, text: error_description ?? error }
  }
  const meta = MetaLoginError.safeParse(response.json)
  if (!meta.success) return null
  return { keys: ['code_refused'], code: meta.data.error_type, text: meta.data.error_message }
}

const rows: readonly ErrorRow[] = [
  {
    text: /client.?(secret|id|authentication)|authorization header|validating application/i,
    category: 'other',
    message: `{network} rejects the configured app ({reason}). Your administrator has to check its id and secret.`,
  },
  {
    keys: ['invalid_client', 'unauthorized_client'],
    category: 'other',
    message: `{network} rejects the configured app ({reason}). Your administrator has to check its id and secret.`,
  },
  {
    keys: ['invalid_grant', 'invalid_request', 'code_refused', 'invalid_token'],
    category: 'connection',
    isAuthDead: true,
    message: '{network} rejected the sign-in ({reason}). Connect the account again.',
  },
]

/** A network's error table with the rows of its token endpoint first, after `own`. */
export function oauthErrors(table: ErrorTable, own: readonly ErrorRow[] = []): ErrorTable {
  return {
    ...table,
    read: (response) => readOAuthError(response) ?? table.read(response),
    rows: [...own, ...rows, ...table.rows],
  }
}
