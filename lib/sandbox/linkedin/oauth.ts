import { z } from 'zod'
import { type Answer, type Call, jsonAnswer, Refusal } from '../exchange'
import { token } from '../ids'
import { apps } from '../oauth/apps'
import { type CodeProblem, Codes } from '../oauth/codes'
import { consentRoutes } from '../oauth/consent'
import type { Route, Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import { accessDenied, badRequest, notFound } from './errors'

const knownScopes = [
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
]

export const scopes = {
  identity: ['profile'],
  basic_profile: ['r_basicprofile'],
  publish: ['w_member_social', 'w_organization_social'],
  initialize: ['w_member_social', 'w_organization_social'],
  finalize: ['w_member_social', 'w_organization_social'],
  insights: ['r_member_postAnalytics', 'rw_organization_admin', 'r_organization_admin'],
}

const codeLifeMs = 1_800_000
const accessLifeMs = 60 * dayMs
const refreshLifeMs = 365 * dayMs

/** www.linkedin.com's page and token endpoint. */
export function linkedInOAuth(sandbox: Sandbox): Route[] {
  const codes = new Codes(sandbox, 'linkedin', codeLifeMs)
  const accounts = (kind: string) =>
    sandbox.accounts.list('linkedin').filter(({ account_id }) => account_id.startsWith(`urn:li:${kind}:`))
  const people = () => {
    // Organisations alone could not sign in.
    if (accounts('person').length === 0) sandbox.accounts.open({ network: 'linkedin' }, sandbox.nowMs())
    return accounts('person')
  }
  return [
    ...consentRoutes(sandbox, {
      network: 'linkedin',
      name: 'LinkedIn',
      app: 'linkedin',
      path: '/oauth/v2/authorization',
      knownScopes,
      separator: ' ',
      people,
      shared: () => ({ legend: 'Organisations that you administer', accounts: accounts('organization') }),
      refused: {
        error: 'user_cancelled_authorize',
        error_description: 'The user cancelled the authorization',
      },
      badScope: (scope) => ({
        error: 'unauthorized_scope_error',
        error_description: `Scope "${scope}" is not authorized for your application`,
      }),
      agree: ({ account, shared, ...agreed }) =>
        codes.make({
          ...agreed,
          account_id: account?.account_id ?? '',
          also: shared.map(({ account_id }) => account_id),
        }),
    }),
    {
      method: 'POST',
      path: '/oauth/v2/accessToken',
      name: 'token',
      isOpen: true,
      handle: ({ call }) => tokenOf(sandbox, codes, call),
    },
    { method: 'GET', path: '/v2/me', name: 'basic_profile', handle: readMember },
    {
      method: 'GET',
      path: '/rest/organizationAcls',
      name: 'accounts',
      handle: (visit) => listOrganizations(sandbox, visit),
    },
    {
      method: 'GET',
      path: '/rest/organizations/:id',
      name: 'accounts',
      handle: (visit) => readOrganization(sandbox, visit),
    },
  ]
}

const client = { client_id: z.string(), client_secret: z.string() }
const TokenForm = z.union([
  z.strictObject({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    redirect_uri: z.string(),
    ...client,
  }),
  z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string(), ...client }),
])

const oauthError = (status: number, error: string, error_description: string): Refusal =>
  new Refusal(jsonAnswer(status, { error, error_description }))

const problems: Record<CodeProblem, string> = {
  unknown: 'Unable to retrieve access token: authorization code not found',
  used: 'Unable to retrieve access token: authorization code not found',
  expired: 'Unable to retrieve access token: authorization code expired',
  redirect:
    'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
  client: 'Unable to retrieve access token: appid does not match authorization code',
}

function tokenOf(sandbox: Sandbox, codes: Codes, call: Call): Answer {
  const form = TokenForm.safeParse(Object.fromEntries(call.form()))
  if (call.contentType !== 'application/x-www-form-urlencoded' || !form.success) {
    throw oauthError(400, 'invalid_request', 'A required parameter is missing or not known')
  }
  const { data } = form
  if (data.client_id !== apps.linkedin.id || data.client_secret !== apps.linkedin.secret) {
    throw oauthError(401, 'invalid_client', 'Client authentication failed')
  }
  if (data.grant_type === 'refresh_token') return refresh(sandbox, data.refresh_token)
  const code = codes.redeem(data.code, { redirectUri: data.redirect_uri, clientId: data.client_id })
  if (typeof code === 'string') throw oauthError(400, 'invalid_request', problems[code])
  const isGiven = sandbox.settings.for('linkedin').gives_refresh_tokens
  return issue(sandbox, {
    account_id: code.account_id,
    also: code.also,
    scopes: code.scopes,
    refresh_token: isGiven ? token('AQW', 120) : null,
    refresh_expires_ms: isGiven ? sandbox.nowMs() + refreshLifeMs : null,
  })
}

/** The refresh token stays what it is, and its end too: a year after the consent it is over. */
function refresh(sandbox: Sandbox, refreshToken: string): Answer {
  const old = sandbox.tokens.findByRefresh('linkedin', refreshToken)
  const isOver = old?.refresh_expires_ms != null && old.refresh_expires_ms <= sandbox.nowMs()
  if (!old || isOver || old.state === 'revoked') {
    throw oauthError(
      400,
      'invalid_grant',
      'The provided authorization grant or refresh token is invalid, expired or revoked',
    )
  }
  const { account_id, also, scopes: granted, refresh_token, refresh_expires_ms } = old
  sandbox.tokens.change(old, { refresh_token: null })
  return issue(sandbox, { account_id, also, scopes: granted ?? knownScopes, refresh_token, refresh_expires_ms })
}

type Issued = {
  account_id: string
  also: string[]
  scopes: string[]
  refresh_token: string | null
  refresh_expires_ms: number | null
}

function issue(sandbox: Sandbox, issued: Issued): Answer {
  const nowMs = sandbox.nowMs()
  const expires_ms = nowMs + accessLifeMs
  const made = sandbox.tokens.issue({
    id: token('AQX', 120),
    network: 'linkedin',
    kind: 'bearer',
    expires_ms,
    ...issued,
  })
  const { refresh_token, refresh_expires_ms, scopes: granted } = issued
  return jsonAnswer(200, {
    access_token: made.id,
    expires_in: accessLifeMs / 1_000,
    ...(refresh_token && {
      refresh_token,
      ...(refresh_expires_ms !== null && {
        refresh_token_expires_in: Math.max(0, Math.floor((refresh_expires_ms - nowMs) / 1_000)),
      }),
    }),
    scope: granted.join(','),
    token_type: 'Bearer',
  })
}

/** `GET /v2/me`: who the member is, for apps without OpenID Connect. */
function readMember({ account }: Visit): Answer {
  const [first = '', ...last] = account.account_name.split(' ')
  return jsonAnswer(200, {
    id: account.account_id.slice(account.account_id.lastIndexOf(':') + 1),
    localizedFirstName: first,
    localizedLastName: last.join(' '),
    vanityName: account.handle,
  })
}

const organizationScopes = [
  'rw_organization_admin',
  'r_organization_admin',
  'w_organization_social',
  'r_organization_social',
]

function requireOrganizationScope(call: Call, operation: string): void {
  if (call.scopes && !call.scopes.some((scope) => organizationScopes.includes(scope))) throw accessDenied(operation)
}

/** `GET /rest/organizationAcls?q=roleAssignee`: which organisations the member may speak for. URNs, and no names. */
function listOrganizations(sandbox: Sandbox, { call, account }: Visit): Answer {
  requireOrganizationScope(call, 'organizationAcls.FINDER-roleAssignee.NO_VERSION')
  const { query } = call
  if (query.get('q') !== 'roleAssignee') throw badRequest('The only finder is q=roleAssignee')
  const start = Number(query.get('start') ?? 0)
  const count = Number(query.get('count') ?? 10)
  const all = sandbox.tokens.find('linkedin', call.bearer ?? '')?.also ?? []
  const elements = all.slice(start, start + count).map((organization) => ({
    organization,
    role: 'ADMINISTRATOR',
    state: 'APPROVED',
    roleAssignee: account.account_id,
  }))
  return jsonAnswer(200, { paging: { start, count, total: all.length, links: [] }, elements })
}

function readOrganization(sandbox: Sandbox, { call, params }: Visit): Answer {
  requireOrganizationScope(call, 'organizations.GET.NO_VERSION')
  const account = sandbox.accounts.get('linkedin', `urn:li:organization:${params.id}`)
  if (!account) return notFound(`organization ${params.id} does not exist`)
  return jsonAnswer(200, { id: Number(params.id), localizedName: account.account_name, vanityName: account.handle })
}
