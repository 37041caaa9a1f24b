import { appUrl, env } from '@/lib/env'
import { AddressRefused, guardedDispatcher, parsePublicUrl } from '@/lib/outbound/guard'
import { callOut, type OutboundAnswer, parseJson, TransportError } from '@/lib/outbound/request'
import { parseUrl } from '@/lib/parse-url'
import { ClientMetadata, problemOf } from '../protocol/client-metadata'
import type { Described } from './repository'

/** The document cannot be used. The message is for the user who is asked for consent. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

const urlMax = 2_000
const documentBytesMax = 10_240
const deadlineMs = 5_000
const shortestCacheSeconds = 300
const longestCacheSeconds = 86_400

/**
 * Whether a client id is the URL of a metadata document (draft-ietf-oauth-client-id-metadata-document): https, with a
 * path, without fragment, user name and dot segments. With `ALLOW_PRIVATE_NETWORK` also http.
 */
export function isDocumentUrl(clientId: string): boolean {
  const url = clientId.length > urlMax ? null : parseUrl(clientId)
  if (!url) return false
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && env().ALLOW_PRIVATE_NETWORK)
  // The parser removes dot segments and adds what is missing, so a URL in another form differs.
  return isSecure && url.href === clientId && url.pathname !== '/' && !/[#@]/.test(clientId)
}

/**
 * Fetches the metadata document of a client through the guard.
 *
 * @throws DocumentError
 */
export async function fetchDocument(clientId: string): Promise<Described & { maxAgeSeconds: number }> {
  const answer = await get(clientId)
  if (answer.status !== 200)
    throw new DocumentError(`The app's description answered with status ${answer.status}. Redirects are not followed.`)
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(answer.headers['content-type'] ?? ''))
    throw new DocumentError("The app's description is not JSON.")
  const document = parseJson(answer.bytes)
  const parsed = ClientMetadata.safeParse(document)
  if (!parsed.success) throw new DocumentError(`The app's description is not valid. ${problemOf(parsed.error)}`)
  if ((document as { client_id?: unknown }).client_id !== clientId)
    throw new DocumentError("The app's description has another client_id than its own URL.")
  const { client_name, client_uri, redirect_uris, token_endpoint_auth_method = 'none' } = parsed.data
  if (client_name === undefined) throw new DocumentError("The app's description has no client_name.")
  if (token_endpoint_auth_method !== 'none')
    throw new DocumentError("The app's description must have token_endpoint_auth_method none.")
  return {
    name: client_name,
    websiteUrl: client_uri ?? null,
    redirectUris: redirect_uris,
    maxAgeSeconds: maxAgeOf(answer.headers['cache-control'] ?? ''),
  }
}

async function get(clientId: string): Promise<OutboundAnswer> {
  try {
    return await callOut({
      method: 'GET',
      url: parsePublicUrl(clientId),
      headers: { accept: 'application/json', 'user-agent': `Storycast (+${appUrl()})` },
      maxBytes: documentBytesMax,
      deadlineMs,
      dispatcher: guardedDispatcher,
    })
  } catch (error) {
    if (error instanceof AddressRefused) throw new DocumentError(error.message)
    if (!(error instanceof TransportError)) throw error
    if (error.code === 'address_refused') throw new DocumentError(error.message)
    if (error.code === 'answer_too_large')
      throw new DocumentError(`The app's description is larger than ${documentBytesMax / 1_024} KB.`)
    throw new DocumentError(`The app's description at ${new URL(clientId).host} cannot be read (${error.code}).`)
  }
}

/** At least some minutes, so that the consent page and its button need one call. */
function maxAgeOf(cacheControl: string): number {
  const digits = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl)?.[1] ?? '0'
  return Math.min(Math.max(Number(digits), shortestCacheSeconds), longestCacheSeconds)
}
