import { z } from 'zod'
import { type Answer, type Call, jsonAnswer, openRoute, type Route } from '../../http/call'
import { apps } from '../../oauth/apps'
import { type CodeProblem, Codes } from '../../oauth/codes'
import { consentRoutes, peopleOf } from '../../oauth/consent'
import type { Account } from '../../state/accounts'
import { fingerprint, token } from '../../state/ids'
import type { Sandbox } from '../../state/sandbox'
import type { Token } from '../../state/tokens'
import { refuse } from '../meta/errors'
import { codeLifeMs, declined, findGraphToken, longLifeMs, shortLifeMs } from '../meta/login'
import { listParameters, type NodeType, pageAnswer, parametersOf, showNode, versioned } from '../meta/nodes'
import { versions } from './rules'

const knownScopes = [
  'public_profile',
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_manage_metadata',
  'pages_messaging',
  'read_insights',
  'business_management',
]

/** The sandbox has one user, who has access to every page. */
const userId = '122093456789012345'
const allTasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MANAGE', 'MESSAGING', 'MODERATE']

/** The dialog of www.facebook.com, and what a user token may read. */
export function facebookOAuth(sandbox: Sandbox): Route[] {
  const codes = new Codes(sandbox, 'facebook', codeLifeMs)
  const exchange = ({ call }: { call: Call }) => exchangeToken(sandbox, codes, call)
  const pages = (path: string, isListed: (page: Account, businessId: string) => boolean) =>
    openRoute(`GET ${path}`, 'accounts', ({ call, params }) =>
      listPages(sandbox, call, (page) => isListed(page, params.business ?? '')),
    )
  return versioned(versions, [
    ...consentRoutes(sandbox, codes, {
      network: 'facebook',
      name: 'Facebook',
      app: 'facebook',
      knownScopes,
      consent: {
        path: '/dialog/oauth',
        separator: ',',
        people: () => [],
        userId,
        shared: () => ({ legend: 'Pages', accounts: peopleOf(sandbox, 'facebook') }),
        refused: declined,
      },
    }),
    openRoute('GET /oauth/access_token', 'token', exchange),
    openRoute('POST /oauth/access_token', 'token', exchange),
    openRoute('GET /me/permissions', 'permissions', ({ call }) => listPermissions(sandbox, call)),
    openRoute('GET /me/businesses', 'accounts', ({ call }) => listBusinesses(sandbox, call)),
    pages('/me/accounts', ({ business }) => !business),
    pages('/:business/owned_pages', ({ business }, id) => business !== undefined && businessIdOf(business) === id),
    pages('/:business/client_pages', () => false),
  ])
}

const businessIdOf = (name: string): string => `9${BigInt(`0x${Buffer.from(fingerprint(name, 6)).toString('hex')}`)}`

const problems: Record<CodeProblem, [subcode: number, message: string]> = {
  unknown: [36007, 'Invalid verification code format.'],
  used: [36009, 'This authorization code has been used.'],
  expired: [36007, 'This authorization code has expired.'],
  redirect: [
    36008,
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
  ],
  wrong_app: [36007, 'Error validating application. Cannot get application info due to a system error.'],
}

const client = { client_id: z.string(), client_secret: z.string() }
const Exchange = z.union([
  z.strictObject({ ...client, redirect_uri: z.string(), code: z.string() }),
  z.strictObject({ ...client, grant_type: z.literal('fb_exchange_token'), fb_exchange_token: z.string() }),
])

/** Exchanges a code for a short-lived user token, and a valid user token for a long-lived one. */
function exchangeToken(sandbox: Sandbox, codes: Codes, call: Call): Answer {
  const given = parametersOf(call, Exchange)
  if (given.client_id !== apps.facebook.id || given.client_secret !== apps.facebook.secret)
    throw refuse({ code: 1, message: 'Error validating client secret.' })
  if ('code' in given) {
    const code = codes.redeem(given.code, { redirectUri: given.redirect_uri, clientId: given.client_id })
    if (typeof code !== 'string') return userTokenAnswer(sandbox, code, shortLifeMs)
    const [subcode, message] = problems[code]
    throw refuse({ code: 100, subcode, message })
  }
  const from = sandbox.tokens.find('facebook', given.fb_exchange_token)
  if (from?.kind !== 'user' || sandbox.tokens.stateOf(from) !== 'live')
    throw refuse({ code: 190, message: 'Error validating access token: it cannot be exchanged any more.' })
  return userTokenAnswer(sandbox, from, longLifeMs)
}

type Grant = Pick<Token, 'account_id' | 'also' | 'scopes' | 'declined'>

function userTokenAnswer(sandbox: Sandbox, { account_id, also, scopes, declined }: Grant, lifeMs: number): Answer {
  const grant = { account_id, also, scopes, declined, expires_ms: sandbox.nowMs() + lifeMs }
  const { id } = sandbox.tokens.issue({ id: token('EAAB', 96), network: 'facebook', kind: 'user', ...grant })
  return jsonAnswer(200, { access_token: id, token_type: 'bearer', expires_in: lifeMs / 1_000 })
}

/** The user token of the call. Page tokens are refused. */
function userToken(sandbox: Sandbox, call: Call, scope?: string): Token {
  const { token: found } = findGraphToken(sandbox, 'facebook', call)
  if (found.kind !== 'user')
    throw refuse({ code: 100, message: '(#100) Tried accessing nonexisting field (accounts) on node type (Page)' })
  if (scope && found.scopes && !found.scopes.includes(scope))
    throw refuse({ status: 403, code: 200, message: `(#200) Requires ${scope} permission` })
  return found
}

function listPermissions(sandbox: Sandbox, call: Call): Answer {
  parametersOf(call, z.strictObject({}))
  const { scopes: granted, declined } = userToken(sandbox, call)
  const show = (status: string) => (permission: string) => ({ permission, status })
  const data = [...(granted ?? knownScopes).map(show('granted')), ...declined.map(show('declined'))]
  return jsonAnswer(200, { data })
}

const { fields, limit, after } = listParameters
const Listing = z.strictObject({ fields, limit, after })

function listPages(sandbox: Sandbox, call: Call, isListed: (page: Account) => boolean): Answer {
  const { fields, ...paging } = parametersOf(call, Listing)
  const user = userToken(sandbox, call, 'pages_show_list')
  const type = pageType(sandbox, user)
  const pages = user.also.flatMap((id) => sandbox.accounts.get('facebook', id) ?? []).filter(isListed)
  const items = pages.map((page) => ({ id: page.account_id, created_ms: page.created_ms, page }))
  return pageAnswer({ call }, items, paging, ({ page }) => showNode(type, page, fields))
}

function listBusinesses(sandbox: Sandbox, call: Call): Answer {
  const { limit = 25 } = parametersOf(call, Listing)
  const user = userToken(sandbox, call, 'business_management')
  const names = new Set(user.also.flatMap((id) => sandbox.accounts.get('facebook', id)?.business ?? []).slice(0, limit))
  return jsonAnswer(200, { data: [...names].map((name) => ({ id: businessIdOf(name), name })) })
}

const pageType = (sandbox: Sandbox, user: Token): NodeType<Account> => ({
  name: 'Page',
  defaultFields: 'id,name,access_token',
  fields: {
    id: ({ account_id }) => account_id,
    name: ({ account_name }) => account_name,
    username: ({ handle }) => handle,
    tasks: ({ tasks }) => tasks ?? allTasks,
    picture: () => ({ data: { url: sandbox.avatarUrl } }),
    access_token: ({ account_id }) => pageToken(sandbox, user, account_id),
  },
})

/** Created from a long-lived user token it never expires, otherwise it expires with the user token. */
function pageToken(sandbox: Sandbox, user: Token, pageId: string): string {
  const id = `EAAB${fingerprint(`${user.id} ${pageId}`, 43)}`
  if (sandbox.tokens.find('facebook', id)) return id
  const isLong = user.expires_ms === null || user.expires_ms - user.created_ms > shortLifeMs
  const { scopes } = user
  const expires_ms = isLong ? null : user.expires_ms
  sandbox.tokens.issue({ id, network: 'facebook', account_id: pageId, kind: 'page', scopes, expires_ms })
  return id
}
