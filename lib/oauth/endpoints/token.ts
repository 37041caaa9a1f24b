import { authenticateClient } from '../clients/authenticate-client'
import { type ClientRow, markClientUsed } from '../clients/repository'
import { exchangeCode } from '../grants/exchange-code'
import { accessTokenSeconds } from '../grants/issue-tokens'
import { type Refreshed, refresh } from '../grants/refresh'
import { isOwnResource, wrongResource } from '../protocol/issuer'
import { OAuthError } from '../protocol/oauth-error'
import { parseScopes } from '../protocol/scopes'
import { type OAuthRequest, oauthEndpoint, readForm, requiredMember } from './http'

type Form = ReadonlyMap<string, string>
type Grant = (form: Form, client: ClientRow, exchange: OAuthRequest) => Promise<Refreshed>

const grants: Record<string, Grant> = {
  async authorization_code(form, client, { db, now }) {
    const tokens = await exchangeCode(db, {
      client,
      code: requiredMember(form, 'code'),
      redirectUri: requiredMember(form, 'redirect_uri'),
      verifier: requiredMember(form, 'code_verifier'),
      now,
    })
    return { tokens, expiresIn: accessTokenSeconds }
  },
  async refresh_token(form, client, { db, now }) {
    const scope = form.get('scope')
    const scopes = scope === undefined ? null : parseScopes(scope)
    if (scope !== undefined && !scopes) throw new OAuthError('invalid_scope', 'One of the scopes is unknown.')
    return refresh(db, { client, refreshToken: requiredMember(form, 'refresh_token'), scopes, now })
  },
}

/** `POST /oauth/token` (RFC 6749, sections 4.1.3 and 6). */
export const token = oauthEndpoint(async (exchange) => {
  const form = await readForm(exchange.request)
  const client = await authenticateClient(exchange.db, exchange.request.headers, form)
  const type = requiredMember(form, 'grant_type')
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (!grant)
    throw new OAuthError('unsupported_grant_type', `Supported grant types: ${Object.keys(grants).join(', ')}.`)
  const resource = form.get('resource')
  if (resource !== undefined && !isOwnResource(resource)) throw new OAuthError('invalid_target', wrongResource())
  const { tokens, expiresIn } = await grant(form, client, exchange)
  await markClientUsed(exchange.db, client.id)
  const { access_token, refresh_token, scope } = tokens
  return { body: { access_token, token_type: 'Bearer', expires_in: expiresIn, refresh_token, scope } }
})
