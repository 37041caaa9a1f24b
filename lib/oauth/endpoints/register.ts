import { networkOf } from '@/lib/auth/caller-address'
import { recordFailure } from '@/lib/auth/throttle'
import { AppError } from '@/lib/errors'
import { insertDynamicClient } from '../clients/repository'
import { ClientMetadata, problemOf } from '../protocol/client-metadata'
import { OAuthError } from '../protocol/oauth-error'
import { oauthEndpoint, readJsonBody } from './http'

const retryAfterSeconds = 15 * 60

/**
 * `POST /oauth/register` (RFC 7591), open to everyone. All registered clients are public: a secret that anyone can get
 * proves nothing. Other wishes are replaced, which the response shows (section 3.2.1).
 */
export const register = oauthEndpoint(async ({ request, db, address }) => {
  const parsed = ClientMetadata.safeParse(await readJsonBody(request))
  if (!parsed.success) {
    const isRedirect = parsed.error.issues[0]?.path[0] === 'redirect_uris'
    throw new OAuthError(isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata', problemOf(parsed.error))
  }
  if (await recordFailure(db, [`oauth-register:${networkOf(address)}`])) {
    const message = 'Too many apps were registered from this address. Try again in 15 minutes.'
    throw new AppError('rate_limited', message, {}, { headers: { 'Retry-After': String(retryAfterSeconds) } })
  }
  const { redirect_uris, client_name = 'Unnamed app', client_uri } = parsed.data
  const client = await insertDynamicClient(db, {
    name: client_name,
    websiteUrl: client_uri ?? null,
    redirectUris: redirect_uris,
  })
  return {
    status: 201,
    body: {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.created_at.getTime() / 1_000),
      client_name: client.name,
      ...(client.website_url ? { client_uri: client.website_url } : {}),
      redirect_uris: client.redirect_uris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  }
})
