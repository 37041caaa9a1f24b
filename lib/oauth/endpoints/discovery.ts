import { scopes } from '@/lib/auth/scopes'
import { issuer, type ResourcePath } from '../protocol/issuer'
import { defaultScopes } from '../protocol/scopes'
import { publicDocument } from './http'

/** `GET /.well-known/oauth-authorization-server` (RFC 8414). */
export const authorizationServer = publicDocument(() => ({
  issuer: issuer(),
  authorization_endpoint: `${issuer()}/oauth/authorize`,
  token_endpoint: `${issuer()}/oauth/token`,
  revocation_endpoint: `${issuer()}/oauth/revoke`,
  registration_endpoint: `${issuer()}/oauth/register`,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${issuer()}/docs`,
}))

/**
 * `GET /.well-known/oauth-protected-resource`, followed by the path of the resource (RFC 9728, section 3.1). Lists the
 * scopes that a client should ask for at first.
 */
export const protectedResource = (path: ResourcePath) =>
  publicDocument(() => ({
    resource: issuer() + path,
    authorization_servers: [issuer()],
    scopes_supported: defaultScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Storycast',
    resource_documentation: `${issuer()}/docs`,
  }))
