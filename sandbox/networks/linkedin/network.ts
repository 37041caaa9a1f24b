import { type Answer, type Call, jsonAnswer, openRoute, Refusal, type Route, route, type Visit } from '../../http/call'
import { Codes, randomToken, tokenRoute } from '../../oauth/codes'
import { consentRoutes } from '../../oauth/consent'
import type { Account } from '../../state/accounts'
import { dayMs, type Sandbox } from '../../state/sandbox'
import type { Network } from '../network'
import { createComment, listComments } from './comments'
import { Images, Videos } from './media'
import { createPost, deletePost, findPosts, readMemberAnalytics, readOrganizationStatistics, readPost } from './posts'
import {
  accessDenied,
  authenticate,
  badRequest,
  notFound,
  organizationsOf,
  presets,
  rateLimited,
  traceHeaders,
} from './request'

function nameOf({ account_name }: Account): { first: string; last: string } {
  const [first = '', ...last] = account_name.split(' ')
  return { first, last: last.join(' ') }
}

const idOf = ({ account_id }: Account): string => account_id.slice(account_id.lastIndexOf(':') + 1)

/** `GET /v2/me`, for apps without OpenID Connect. */
export function readMember({ account }: Visit): Answer {
  const { first, last } = nameOf(account)
  return jsonAnswer(200, {
    id: idOf(account),
    localizedFirstName: first,
    localizedLastName: last,
    vanityName: account.handle,
  })
}

/** `GET /v2/userinfo` (OpenID Connect). Needs no LinkedIn headers. */
export function readUserinfo(sandbox: Sandbox, { account }: Visit): Answer {
  const { first, last } = nameOf(account)
  return jsonAnswer(200, {
    sub: idOf(account),
    email_verified: true,
    name: account.account_name,
    given_name: first,
    family_name: last,
    locale: { country: 'GB', language: 'en' },
    email: `${account.handle}@example.com`,
    picture: sandbox.avatarUrl,
  })
}

const organizationScopes = [
  'rw_organization_admin',
  'r_organization_admin',
  'w_organization_social',
  'r_organization_social',
]

function requireOrganizationScope(call: Call, operation: string): void {
  if (!call.isGranted(organizationScopes)) throw accessDenied(operation)
}

/** `GET /rest/organizationAcls?q=roleAssignee`: the URNs of the organizations that the member administers. */
export function listOrganizations(sandbox: Sandbox, { call, account }: Visit): Answer {
  requireOrganizationScope(call, 'organizationAcls.FINDER-roleAssignee.NO_VERSION')
  const { query } = call
  if (query.get('q') !== 'roleAssignee') throw badRequest('The only finder is q=roleAssignee')
  const start = Number(query.get('start') ?? 0)
  const count = Number(query.get('count') ?? 10)
  const all = organizationsOf(sandbox, call)
  const elements = all.slice(start, start + count).map((organization) => ({
    organization,
    role: 'ADMINISTRATOR',
    state: 'APPROVED',
    roleAssignee: account.account_id,
  }))
  return jsonAnswer(200, { paging: { start, count, total: all.length, links: [] }, elements })
}

export function readOrganization(sandbox: Sandbox, { call, params }: Visit): Answer {
  requireOrganizationScope(call, 'organizations.GET.NO_VERSION')
  const account = sandbox.accounts.get('linkedin', `urn:li:organization:${params.id}`)
  if (!account) return notFound(`organization ${params.id} does not exist`)
  return jsonAnswer(200, { id: Number(params.id), localizedName: account.account_name, vanityName: account.handle })
}

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

const codeLifeMs = 1_800_000
const accessLifeMs = 60 * dayMs
const refreshLifeMs = 365 * dayMs

const refused = (status: number, error: string, error_description: string): Refusal =>
  new Refusal(jsonAnswer(status, { error, error_description }))

const mismatch =
  'appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists'
const codeProblems = {
  unknown: 'authorization code not found',
  used: 'authorization code not found',
  expired: 'authorization code expired',
  redirect: mismatch,
  verifier: mismatch,
  client: 'appid does not match authorization code',
}

/** The consent page and token endpoint of www.linkedin.com. */
export function linkedInOAuth(sandbox: Sandbox): Route[] {
  const codes = new Codes(sandbox, 'linkedin', codeLifeMs)
  const accounts = (kind: 'person' | 'organization') =>
    sandbox.accounts.list('linkedin').filter(({ account_id }) => account_id.startsWith(`urn:li:${kind}:`))
  const people = () => {
    // Organizations cannot sign in.
    if (accounts('person').length === 0) sandbox.accounts.open({ network: 'linkedin' }, sandbox.nowMs())
    return accounts('person')
  }
  return [
    ...consentRoutes(sandbox, codes, {
      network: 'linkedin',
      name: 'LinkedIn',
      app: 'linkedin',
      path: '/oauth/v2/authorization',
      knownScopes,
      separator: ' ',
      people,
      shared: () => ({ legend: 'Organizations you administer', accounts: accounts('organization') }),
      refused: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
      badScope: (scope) => ({
        error: 'unauthorized_scope_error',
        error_description: `Scope "${scope}" is not authorized for your application`,
      }),
    }),
    tokenRoute(sandbox, codes, {
      network: 'linkedin',
      app: 'linkedin',
      path: '/oauth/v2/accessToken',
      client: 'form',
      knownScopes,
      accessLifeMs,
      refreshLifeMs,
      newAccessToken: randomToken('AQX', 120),
      newRefreshToken: randomToken('AQW', 120),
      givesRefreshToken: () => sandbox.settings.for('linkedin').gives_refresh_tokens,
      keepsRefreshToken: true,
      refuse: {
        client: () => refused(401, 'invalid_client', 'Client authentication failed'),
        form: () => refused(400, 'invalid_request', 'A required parameter is missing or not known'),
        code: (problem) => refused(400, 'invalid_request', `Unable to retrieve access token: ${codeProblems[problem]}`),
        refresh: () =>
          refused(
            400,
            'invalid_grant',
            'The provided authorization grant or refresh token is invalid, expired or revoked',
          ),
      },
      answer: ({ id, scopes, refresh_token, refresh_expires_ms }, _grant, nowMs) => ({
        access_token: id,
        expires_in: accessLifeMs / 1_000,
        ...(refresh_token && { refresh_token }),
        ...(refresh_token &&
          refresh_expires_ms !== null && {
            refresh_token_expires_in: Math.max(0, Math.floor((refresh_expires_ms - nowMs) / 1_000)),
          }),
        scope: scopes?.join(','),
        token_type: 'Bearer',
      }),
    }),
  ]
}

const writes = ['publish', 'initialize', 'finalize', 'reply']
const scopes = {
  profile: ['identity'],
  r_basicprofile: ['basic_profile'],
  w_member_social: writes,
  w_organization_social: writes,
  r_member_postAnalytics: ['insights'],
  rw_organization_admin: ['insights'],
  r_organization_admin: ['insights'],
}

/** LinkedIn's versioned REST API, as at api.linkedin.com. Uploads go to `/dms-uploads/`, as at www.linkedin.com. */
export function makeLinkedIn(sandbox: Sandbox): Network {
  const images = new Images(sandbox)
  const videos = new Videos(sandbox)
  const library = { images, videos }
  return {
    id: 'linkedin',
    scopes,
    routes: [
      ...linkedInOAuth(sandbox),
      route('GET /v2/me', 'basic_profile', readMember),
      route('GET /v2/userinfo', 'identity', (visit) => readUserinfo(sandbox, visit)),
      route('GET /rest/organizationAcls', 'accounts', (visit) => listOrganizations(sandbox, visit)),
      route('GET /rest/organizations/:id', 'accounts', (visit) => readOrganization(sandbox, visit)),
      route('POST /rest/posts', 'publish', (visit) => createPost(sandbox, library, visit)),
      route('GET /rest/organizationalEntityShareStatistics', 'insights', (visit) =>
        readOrganizationStatistics(sandbox, visit),
      ),
      route('GET /rest/memberCreatorPostAnalytics', 'insights', (visit) => readMemberAnalytics(sandbox, visit)),
      route('GET /rest/posts', 'list', (visit) => findPosts(sandbox, visit)),
      route('GET /rest/posts/:urn', 'read', (visit) => readPost(sandbox, visit)),
      route('DELETE /rest/posts/:urn', 'delete', (visit) => deletePost(sandbox, visit)),
      route('POST /rest/socialActions/:urn/comments', 'reply', (visit) => createComment(sandbox, visit)),
      route('GET /rest/socialActions/:urn/comments', 'comments', (visit) => listComments(sandbox, visit)),
      route('POST /rest/images', 'initialize', (visit) => images.initialize(visit)),
      route('GET /rest/images/:urn', 'status', (visit) => images.read(visit)),
      route('PUT /dms-uploads/:key/uploaded-image/0', 'upload', (visit) => images.upload(visit)),
      route(
        'POST /rest/videos',
        {
          names: ['initialize', 'finalize'],
          of: ({ query }) => (query.get('action') === 'finalizeUpload' ? 'finalize' : 'initialize'),
        },
        (visit) => videos.act(visit),
      ),
      route('GET /rest/videos/:urn', 'status', (visit) => videos.read(visit)),
      openRoute('PUT /dms-uploads/:key/uploadedVideo/:part', 'upload', (visit) => videos.uploadPart(visit)),
    ],
    authenticate: (call) => authenticate(sandbox, call),
    headers: traceHeaders,
    notFound: () => notFound(),
    presets,
    // LinkedIn does not say when to retry; the header is for tests.
    rateLimited: ({ retryAfterSeconds, withHeaders }) =>
      rateLimited(
        withHeaders && retryAfterSeconds !== null ? { 'retry-after': String(Math.ceil(retryAfterSeconds)) } : {},
      ),
    clear: () => {
      images.clear()
      videos.clear()
    },
  }
}
