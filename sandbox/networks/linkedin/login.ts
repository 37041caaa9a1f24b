import type { Login } from '../../oauth/login'
import type { Account } from '../../state/accounts'
import { token } from '../../state/ids'
import { dayMs, type Sandbox } from '../../state/sandbox'

const accessLifeMs = 60 * dayMs

const accountsOf = (sandbox: Sandbox, kind: 'person' | 'organization'): Account[] =>
  sandbox.accounts.list('linkedin').filter(({ account_id }) => account_id.startsWith(`urn:li:${kind}:`))

/** Organizations cannot sign in. */
function peopleOf(sandbox: Sandbox): Account[] {
  if (accountsOf(sandbox, 'person').length === 0) sandbox.openAccount({ network: 'linkedin' })
  return accountsOf(sandbox, 'person')
}

const badCode = (problem: string) => [400, 'invalid_request', `Unable to retrieve access token: ${problem}`] as const
const mismatch =
  'appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists'
const badRefresh = 'The provided authorization grant or refresh token is invalid, expired or revoked'

/** The consent page and token endpoint of www.linkedin.com. */
export const linkedInLogin: Login = {
  network: 'linkedin',
  name: 'LinkedIn',
  app: 'linkedin',
  knownScopes: [
    'openid',
    'profile',
    'email',
    'w_member_social',
    'r_member_social',
    'w_organization_social',
    'r_organization_social',
    'rw_organization_admin',
    'r_organization_admin',
    'r_basicprofile',
    'r_member_postAnalytics',
    'r_member_profileAnalytics',
  ],
  codeLifeMs: 1_800_000,
  consent: {
    path: '/oauth/v2/authorization',
    separator: ' ',
    people: peopleOf,
    shared: (sandbox) => ({
      legend: 'Organizations you administer',
      accounts: accountsOf(sandbox, 'organization'),
    }),
    refused: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    badScope: (scope) => ({
      error: 'unauthorized_scope_error',
      error_description: `Scope "${scope}" is not authorized for your application`,
    }),
  },
  token: {
    path: '/oauth/v2/accessToken',
    client: 'form',
    access: { make: () => token('AQX', 120), lifeMs: accessLifeMs, kind: 'bearer' },
    refresh: {
      make: () => token('AQW', 120),
      lifeMs: 365 * dayMs,
      isGiven: (_, { settings }) => settings.for('linkedin').gives_refresh_tokens,
      isKept: true,
    },
    errors: {
      credentials: [401, 'invalid_client', 'Client authentication failed'],
      form: [400, 'invalid_request', 'A required parameter is missing or not known'],
      expired: badCode('authorization code expired'),
      redirect: badCode(mismatch),
      wrong_app: badCode('appid does not match authorization code'),
      refresh_token: [400, 'invalid_grant', badRefresh],
      other: badCode('authorization code not found'),
    },
    answer: ({ id, scopes, refresh_token, refresh_expires_ms }, { sandbox }) => ({
      access_token: id,
      expires_in: accessLifeMs / 1_000,
      ...(refresh_token && { refresh_token }),
      ...(refresh_token &&
        refresh_expires_ms !== null && {
          refresh_token_expires_in: Math.max(0, Math.floor((refresh_expires_ms - sandbox.nowMs()) / 1_000)),
        }),
      scope: scopes?.join(','),
      token_type: 'Bearer',
    }),
  },
}
