import type { Scope } from '@/lib/auth/scopes'
import type { Database } from '@/lib/db/pool'
import { findClient } from '../clients/find-client'
import { DocumentError } from '../clients/metadata-document'
import type { ClientRow } from '../clients/repository'
import { isOwnResource, issuer, wrongResource } from '../protocol/issuer'
import { isChallenge } from '../protocol/pkce'
import { isRegistered, withParameters } from '../protocol/redirect-uri'
import { parseScopes } from '../protocol/scopes'

/** A valid authorization request (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export type AuthorizationRequest = {
  client: ClientRow
  redirectUri: string
  state: string | null
  scopes: readonly Scope[]
  challenge: string
}

/**
 * `problem`: the app or its redirect URI is wrong, so the browser must not be sent there. `redirectTo`: the app gets the
 * error, which is `refusal`.
 */
export type ReadRequest =
  | { request: AuthorizationRequest }
  | { problem: string }
  | { redirectTo: string; refusal: string }

const stateMax = 2_000

/**
 * Reads the query of the consent page. May fetch the app's metadata document, so `db` must be the pool.
 *
 * @param query with or without the question mark
 */
export async function readRequest(db: Database, query: string, now: Date): Promise<ReadRequest> {
  const given = new URLSearchParams(query)
  // Empty parameters count as missing (RFC 6749, section 3.1).
  const value = (name: string): string | null => given.get(name) || null
  const target = await targetOf(db, given, now)
  if ('problem' in target) return target
  const { client, redirectUri } = target
  const state = value('state')
  const refusal = refusalOf(given)
  if (refusal) return { redirectTo: redirectWith({ redirectUri, state }, refusal), refusal: refusal.error_description }
  const request = { client, redirectUri, state, challenge: value('code_challenge') ?? '' }
  return { request: { ...request, scopes: parseScopes(value('scope')) ?? [] } }
}

type Target = { client: ClientRow; redirectUri: string }

/** Without these two, errors are shown to the user (RFC 6749, section 4.1.2.1). */
async function targetOf(db: Database, given: URLSearchParams, now: Date): Promise<Target | { problem: string }> {
  for (const name of ['client_id', 'redirect_uri'])
    if (given.getAll(name).length !== 1) return { problem: `The request must have one ${name}.` }
  const client = await clientOf(db, given.get('client_id') ?? '', now)
  if ('problem' in client) return client
  const redirectUri = given.get('redirect_uri') ?? ''
  if (isRegistered(redirectUri, client.redirect_uris)) return { client, redirectUri }
  return {
    problem: `The redirect_uri is not registered for ${client.name}. It must be the same, character by character.`,
  }
}

async function clientOf(db: Database, clientId: string, now: Date): Promise<ClientRow | { problem: string }> {
  try {
    const client = await findClient(db, clientId, now)
    return client ?? { problem: 'No app has this client_id. It may have been deleted.' }
  } catch (error) {
    if (error instanceof DocumentError) return { problem: error.message }
    throw error
  }
}

type Refusal = { error: string; error_description: string }

/** The first error that the app is told. */
function refusalOf(given: URLSearchParams): Refusal | null {
  const refuse = (error: string, error_description: string): Refusal => ({ error, error_description })
  const repeated = [...given.keys()].find((name, index, names) => name !== 'resource' && names.indexOf(name) < index)
  const value = (name: string): string => given.get(name) ?? ''
  if (repeated) return refuse('invalid_request', `${printable(repeated)} must appear only once.`)
  if (value('state').length > stateMax) return refuse('invalid_request', 'The state is too long.')
  if (value('request')) return refuse('request_not_supported', 'Send the parameters in the query.')
  if (value('request_uri')) return refuse('request_uri_not_supported', 'Send the parameters in the query.')
  if (value('response_type') !== 'code') return refuse('unsupported_response_type', 'The response_type must be code.')
  if (!['', 'query'].includes(value('response_mode')))
    return refuse('invalid_request', 'The response_mode must be query.')
  // Without a method it would be `plain`, which does not protect the code.
  if (value('code_challenge_method') !== 'S256' || !isChallenge(value('code_challenge')))
    return refuse('invalid_request', 'PKCE is required: send a code_challenge with code_challenge_method S256.')
  if (!given.getAll('resource').every((resource) => isOwnResource(resource)))
    return refuse('invalid_target', wrongResource())
  return parseScopes(value('scope')) ? null : refuse('invalid_scope', 'One of the scopes is unknown.')
}

/** `error_description` allows ASCII only (RFC 6749, section 4.1.2.1). */
const printable = (name: string): string => name.slice(0, 40).replace(/[^\w.-]/g, '?')

/** The redirect URI with the response. `iss` tells servers apart (RFC 9207). */
export const redirectWith = (
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: { code: string } | Refusal,
): string => withParameters(redirectUri, { ...answer, state, iss: issuer() })
