/** Errors of the token, revocation and registration endpoints (RFC 6749 section 5.2, RFC 7591 section 3.2.2, RFC 8707). */
const errorStatus = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  unsupported_token_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const

export class OAuthError extends Error {
  override name = 'OAuthError'
  constructor(
    readonly code: keyof typeof errorStatus,
    description: string,
  ) {
    super(description)
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
