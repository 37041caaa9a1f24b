import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '@/lib/auth/tokens'
import type { Database } from '@/lib/db/pool'
import { OAuthError } from '../protocol/oauth-error'
import { findKnownClient } from './find-client'
import type { ClientRow } from './repository'

type Credentials = { clientId: string; secret: string | null }

/**
 * The client of a token or revocation request: HTTP Basic, or members of the form (RFC 6749, section 2.3.1). Public
 * clients send their id alone.
 *
 * @throws OAuthError invalid_client if it is unknown or not authenticated
 */
export async function authenticateClient(
  db: Database,
  headers: Headers,
  form: ReadonlyMap<string, string>,
): Promise<ClientRow> {
  const { clientId, secret } = credentialsOf(headers, form)
  const client = await findKnownClient(db, clientId)
  if (!client) throw new OAuthError('invalid_client', 'Unknown client_id. Register the app first.')
  if (client.secret_hash === null) {
    if (secret === null) return client
    throw new OAuthError('invalid_client', 'This app has no secret. Send the client_id alone.')
  }
  if (secret !== null && timingSafeEqual(hashToken(secret), client.secret_hash)) return client
  throw new OAuthError('invalid_client', secret === null ? 'Send the client_secret.' : 'The client_secret is wrong.')
}

function credentialsOf(headers: Headers, form: ReadonlyMap<string, string>): Credentials {
  const header = headers.get('authorization')
  const [clientId, secret] = [form.get('client_id') ?? null, form.get('client_secret') ?? null]
  if (header === null) {
    if (clientId === null) throw new OAuthError('invalid_client', 'Send the client_id.')
    return { clientId, secret }
  }
  const basic = readBasic(header)
  if (!basic) throw new OAuthError('invalid_client', 'The authorization header is not HTTP Basic.')
  if (secret !== null || (clientId !== null && clientId !== basic.clientId))
    throw new OAuthError('invalid_request', 'Authenticate the client in one way only.')
  return basic
}

/** Both parts are form-encoded before base64. */
function readBasic(header: string): Credentials | null {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(header)?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return null
  try {
    const [clientId, secret] = [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    )
    return { clientId: clientId ?? '', secret: secret || null }
  } catch {
    return null
  }
}
