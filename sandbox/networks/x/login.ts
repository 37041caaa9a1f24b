import type { Login } from '../../oauth/login'
import { token } from '../../state/ids'
import { dayMs } from '../../state/sandbox'

const accessLifeMs = 7_200_000

const bad = (message: string) => [400, 'invalid_request', message] as const

/** OAuth 2.0 with PKCE. */
export const xLogin: Login = {
  network: 'x',
  name: 'X',
  app: 'x_oauth2',
  knownScopes: [
    'tweet.read',
    'tweet.write',
    'tweet.moderate.write',
    'users.read',
    'media.write',
    'offline.access',
    'dm.read',
    'dm.write',
  ],
  codeLifeMs: 30_000,
  consent: {
    path: '/i/oauth2/authorize',
    separator: ' ',
    requires: ['code_challenge', 'code_challenge_method'],
    refused: { error: 'access_denied' },
  },
  token: {
    path: '/2/oauth2/token',
    client: 'basic',
    usesPkce: true,
    optional: { authorization_code: ['client_id'], refresh_token: ['client_id'] },
    access: { make: () => token('', 68), lifeMs: accessLifeMs, kind: 'bearer' },
    // The lifetime of refresh tokens is undocumented.
    refresh: {
      make: () => token('', 66),
      lifeMs: 180 * dayMs,
      isGiven: (scopes) => scopes.includes('offline.access'),
    },
    errors: {
      credentials: [401, 'unauthorized_client', 'Missing valid authorization header'],
      form: bad('Missing required parameter or wrong value.'),
      redirect: bad('Value passed for the redirect uri did not match the uri of the authorization code.'),
      wrong_app: bad('Value passed for the client id was invalid.'),
      verifier: bad('Value passed for the code verifier did not match the code challenge.'),
      refresh_token: bad('Value passed for the token was invalid.'),
      other: bad('Value passed for the authorization code was invalid.'),
    },
    answer: ({ id, scopes, refresh_token }) => ({
      token_type: 'bearer',
      expires_in: accessLifeMs / 1_000,
      access_token: id,
      scope: scopes?.join(' '),
      ...(refresh_token && { refresh_token }),
    }),
  },
}
