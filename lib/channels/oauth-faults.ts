import { z } from 'zod'
import type { AnswerFacts, FaultRow, FaultTable, NetworkAnswer } from './fault-table'

/** RFC 6749, section 5.2. */
const OAuthError = z.object({ error: z.string(), error_description: z.string().optional() })
/** Instagram's and Threads' token endpoints have one of their own. */
const MetaLoginError = z.object({ error_type: z.string(), error_message: z.string() })

function readOAuthError(answer: NetworkAnswer): AnswerFacts | null {
  const rfc = OAuthError.safeParse(answer.json)
  if (rfc.success) {
    const { error, error_description } = rfc.data
    return { keys: [error], code: error, text: error_description ?? error }
  }
  const meta = MetaLoginError.safeParse(answer.json)
  if (!meta.success) return null
  return { keys: ['code_refused'], code: meta.data.error_type, text: meta.data.error_message }
}

/** The app itself is refused: the operator's to repair, and no reason to give a connection up. */
export const appRefused = 'app_refused'

const rows: readonly FaultRow[] = [
  {
    text: /client.?(secret|id|authentication)|authorization header|validating application/i,
    category: 'other',
    message: `{network} refuses the app that Storycast is set up with ({said}). Whoever runs Storycast has to check its id and secret.`,
  },
  {
    keys: ['invalid_client', 'unauthorized_client'],
    category: 'other',
    message: `{network} refuses the app that Storycast is set up with ({said}). Whoever runs Storycast has to check its id and secret.`,
  },
  {
    keys: ['invalid_grant', 'invalid_request', 'code_refused', 'invalid_token'],
    category: 'connection',
    isAuthDead: true,
    message: '{network} did not accept this ({said}). Connect the account again.',
  },
]

/** A network's table, with what its token endpoint says before everything else. `own` rows come first of all. */
export function oauthFaults(table: FaultTable, own: readonly FaultRow[] = []): FaultTable {
  return {
    ...table,
    read: (answer) => readOAuthError(answer) ?? table.read(answer),
    rows: [...own, ...rows, ...table.rows],
  }
}
