import type { Login } from '../../oauth/login'
import { token } from '../../state/ids'
import { dayMs } from '../../state/sandbox'

const accessLifeMs = 30 * dayMs
const refreshLifeMs = 60 * dayMs
const badForm = 'Invalid request: a required parameter is missing or not known'
const wrongRedirect = 'The redirect_uri does not match the one of the authorization code'

/** The consent page of www.pinterest.com and the token endpoint of api.pinterest.com. */
export const pinterestLogin: Login = {
  network: 'pinterest',
  name: 'Pinterest',
  app: 'pinterest',
  knownScopes: [
    'ads:read',
    'boards:read',
    'boards:write',
    'boards:read_secret',
    'boards:write_secret',
    'pins:read',
    'pins:write',
    'pins:read_secret',
    'pins:write_secret',
    'user_accounts:read',
  ],
  codeLifeMs: 600_000,
  consent: {
    path: '/oauth/',
    separator: ',',
    refused: { error: 'access_denied', error_description: 'The user denied access' },
  },
  token: {
    path: '/v5/oauth/token',
    client: 'basic',
    optional: { authorization_code: ['continuous_refresh'], refresh_token: ['scope'] },
    access: { make: () => token('pina_'), lifeMs: accessLifeMs, kind: 'bearer' },
    refresh: { make: () => token('pinr_'), lifeMs: refreshLifeMs },
    errors: {
      credentials: [401, 2, 'Authentication failed.'],
      form: [400, 1, badForm],
      used: [400, 283, 'Authorization code has been used already'],
      expired: [400, 283, 'Authorization code has expired'],
      redirect: [400, 283, wrongRedirect],
      refresh_token: [401, 3, 'The refresh token is invalid or has expired.'],
      other: [400, 283, 'Authorization code is invalid'],
    },
    errorBody: (code, message) => ({ code, message }),
    answer: ({ id, refresh_token, refresh_expires_ms, scopes }, { grant }) => ({
      access_token: id,
      refresh_token,
      response_type: grant,
      token_type: 'bearer',
      expires_in: accessLifeMs / 1_000,
      refresh_token_expires_in: refreshLifeMs / 1_000,
      refresh_token_expires_at: Math.floor((refresh_expires_ms ?? 0) / 1_000),
      scope: scopes?.join(' '),
    }),
  },
}
