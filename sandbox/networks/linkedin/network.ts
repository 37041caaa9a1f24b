import { type Answer, type Call, jsonAnswer, openRoute, route, type Visit } from '../../http/call'
import { loginRoutes } from '../../oauth/routes'
import type { Account } from '../../state/accounts'
import type { Sandbox } from '../../state/sandbox'
import type { Network } from '../network'
import { createComment, listComments } from './comments'
import { linkedInLogin } from './login'
import { Images, Videos } from './media'
import { createPost, findPosts, readMemberAnalytics, readOrganizationStatistics } from './posts'
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
function readMember({ account }: Visit): Answer {
  const { first, last } = nameOf(account)
  return jsonAnswer(200, {
    id: idOf(account),
    localizedFirstName: first,
    localizedLastName: last,
    vanityName: account.handle,
  })
}

/** `GET /v2/userinfo` (OpenID Connect). Needs no LinkedIn headers. */
function readUserinfo(sandbox: Sandbox, { account }: Visit): Answer {
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
function listOrganizations(sandbox: Sandbox, { call, account }: Visit): Answer {
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

function readOrganization(sandbox: Sandbox, { call, params }: Visit): Answer {
  requireOrganizationScope(call, 'organizations.GET.NO_VERSION')
  const account = sandbox.accounts.get('linkedin', `urn:li:organization:${params.id}`)
  if (!account) return notFound(`organization ${params.id} does not exist`)
  return jsonAnswer(200, { id: Number(params.id), localizedName: account.account_name, vanityName: account.handle })
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
      ...loginRoutes(sandbox, linkedInLogin),
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
      route('POST /rest/socialActions/:urn/comments', 'reply', (visit) => createComment(sandbox, visit)),
      route('GET /rest/socialActions/:urn/comments', 'comments', (visit) => listComments(sandbox, visit)),
      route('POST /rest/images', 'initialize', (visit) => images.initialize(visit)),
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
