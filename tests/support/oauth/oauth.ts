import * as oauth from 'oauth4webapi'
import { inject } from 'vitest'
import { hashToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { createOAuthApp } from '@/lib/oauth/apps/contract'
import { authorizeApp } from '@/lib/oauth/authorization/contract'
import { aProject, type TestProject } from '../api/api'
import { type SessionApi, signedIn } from '../api/session'
import { recordSecret } from '../processes/leak-log'
import { redirectUri } from './rows'

/** The test server has no TLS. The library asks to say so. */
export const insecure = { [oauth.allowInsecureRequests]: true }

/** The metadata of the server, as a client discovers it. */
export async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(inject('productUrl'))
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, response)
}

export { redirectUri }

/** An app that a developer registered, as its program knows it. */
export type TestApp = { client: oauth.Client; auth: oauth.ClientAuth; redirectUri: string; secret: string | null }

export async function anApp(type: 'public' | 'confidential' = 'public', name = 'Bread planner'): Promise<TestApp> {
  const developer = await signedIn((await aProject()).userId)
  const made = await developer.post(createOAuthApp, { name, redirect_uris: [redirectUri], type })
  const { app, client_secret: secret } = made
  if (secret) recordSecret(secret)
  const auth = secret ? oauth.ClientSecretBasic(secret) : oauth.None()
  return { client: { client_id: app.id }, auth, redirectUri, secret }
}

/** A user with a project, signed in. */
export type TestUser = TestProject & { session: SessionApi }

export async function aUser(): Promise<TestUser> {
  const project = await aProject()
  return { ...project, session: await signedIn(project.userId) }
}

export type Asked = { query: URLSearchParams; verifier: string; state: string }

/** The query that an app opens the consent page with. Null leaves a parameter out. */
export async function ask(
  { client, redirectUri }: Pick<TestApp, 'client' | 'redirectUri'>,
  changes: Record<string, string | null> = {},
): Promise<Asked> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const parameters: Record<string, string | null> = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: 'stories:read stories:write',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...changes,
  }
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null)
  return { query: new URLSearchParams(given), verifier, state }
}

/** Allows the access on the consent page. Returns where the browser is sent. */
export async function allow(
  { session, projectId }: Pick<TestUser, 'session' | 'projectId'>,
  { query }: Pick<Asked, 'query'>,
  { isAccount = false } = {},
): Promise<URL> {
  const { redirect_to } = await session.post(authorizeApp, {
    request: query.toString(),
    decision: 'allow',
    project_id: isAccount ? null : projectId,
  })
  const url = new URL(redirect_to)
  recordSecret(url.searchParams.get('code') ?? '')
  return url
}

export type Tokens = { access: string; refresh: string; answer: oauth.TokenEndpointResponse }

export function tokensOf(answer: oauth.TokenEndpointResponse): Tokens {
  const { access_token: access, refresh_token: refresh = '' } = answer
  recordSecret(access)
  recordSecret(refresh)
  return { access, refresh, answer }
}

/** Consent and exchange, as a client library does them. */
export async function connectApp(
  app: Omit<TestApp, 'secret'>,
  user: Pick<TestUser, 'session' | 'projectId'>,
  { scope, isAccount }: { scope?: string; isAccount?: boolean } = {},
): Promise<Tokens> {
  const as = await discover()
  const asked = await ask(app, scope === undefined ? {} : { scope })
  const back = await allow(user, asked, { isAccount })
  const parameters = oauth.validateAuthResponse(as, app.client, back, asked.state)
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    app.client,
    app.auth,
    parameters,
    app.redirectUri,
    asked.verifier,
    insecure,
  )
  return tokensOf(await oauth.processAuthorizationCodeResponse(as, app.client, response))
}

export async function refreshTokens(app: TestApp, refreshToken: string): Promise<Tokens> {
  const as = await discover()
  const response = await oauth.refreshTokenGrantRequest(as, app.client, app.auth, refreshToken, insecure)
  return tokensOf(await oauth.processRefreshTokenResponse(as, app.client, response))
}

export type OAuthAnswer = { status: number; body: Record<string, unknown>; headers: Headers }

/** Sends a form as it is, for requests that a library would not send. */
export async function postForm(
  path: '/oauth/token' | '/oauth/revoke',
  form: Record<string, string> | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> {
  const body = new URLSearchParams(form)
  const response = await fetch(new URL(path, inject('productUrl')), { method: 'POST', body, headers })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text), headers: response.headers }
}

export const grantOf = (accessToken: string) =>
  database()
    .selectFrom('api_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'api_tokens.grant_id')
    .selectAll('oauth_grants')
    .where('token_hash', '=', hashToken(accessToken))
    .executeTakeFirstOrThrow()
