import { z } from 'zod'
import type { Account } from '../accounts'
import { type Answer, type Call, jsonAnswer } from '../exchange'
import { fingerprint, token } from '../ids'
import { presentGraph } from '../meta/authenticate'
import { refuse } from '../meta/envelope'
import { type NodeFields, parseFields, project } from '../meta/fields'
import { codeLifeMs, declined, longLifeMs, shortLifeMs } from '../meta/oauth'
import { graphNumber, parametersOf } from '../meta/parameters'
import { versioned } from '../meta/versions'
import { apps } from '../oauth/apps'
import { type CodeProblem, Codes } from '../oauth/codes'
import { consentRoutes, peopleOf } from '../oauth/consent'
import type { Token } from '../oauth/tokens'
import type { OpenVisit, Route } from '../router'
import type { Sandbox } from '../sandbox'
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

export const scopes = {
  initialize: ['pages_manage_posts'],
  upload: ['pages_manage_posts'],
  draft: ['pages_manage_posts'],
  publish: ['pages_manage_posts'],
  list: ['pages_read_engagement'],
  read: ['pages_read_engagement'],
  insights: ['read_insights'],
}

/** There is one person in the sandbox, and every page is theirs or their business's. */
const person = { id: '122093456789012345', name: 'Mara Lindqvist' }
const fullTasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MANAGE', 'MESSAGING', 'MODERATE']

/** www.facebook.com's dialog, and what a person's token may ask of graph.facebook.com. */
export function facebookOAuth(sandbox: Sandbox): Route[] {
  const codes = new Codes(sandbox, 'facebook', codeLifeMs)
  const dialog = consentRoutes(sandbox, {
    network: 'facebook',
    name: 'Facebook',
    app: 'facebook',
    path: '/dialog/oauth',
    knownScopes,
    separator: ',',
    people: () => [],
    shared: () => ({ legend: 'Pages to share', accounts: peopleOf(sandbox, 'facebook') }),
    refused: declined,
    badScope: null,
    agree: ({ shared, ...agreed }) =>
      codes.make({ ...agreed, account_id: person.id, also: shared.map(({ account_id }) => account_id) }),
  })
  const open = (method: 'GET' | 'POST', path: string, name: string, handle: (visit: OpenVisit) => Answer): Route => ({
    method,
    path,
    name,
    isOpen: true,
    handle,
  })
  const exchange = ({ call }: OpenVisit) => exchangeToken(sandbox, codes, call)
  return versioned(versions, [
    ...dialog,
    open('GET', '/oauth/access_token', 'token', exchange),
    open('POST', '/oauth/access_token', 'token', exchange),
    open('GET', '/me/permissions', 'permissions', ({ call }) => permissions(sandbox, call)),
    open('GET', '/me/accounts', 'accounts', ({ call }) => pages(sandbox, call, ({ business }) => !business)),
    open('GET', '/me/businesses', 'accounts', ({ call }) => businesses(sandbox, call)),
    open('GET', '/:business/owned_pages', 'accounts', ({ call, params }) =>
      pages(sandbox, call, ({ business }) => business !== undefined && businessId(business) === params.business),
    ),
    open('GET', '/:business/client_pages', 'accounts', ({ call }) => pages(sandbox, call, () => false)),
  ])
}

const businessId = (name: string): string => `9${BigInt(`0x${Buffer.from(fingerprint(name, 6)).toString('hex')}`)}`

const problems: Record<CodeProblem, [subcode: number, message: string]> = {
  unknown: [36007, 'Invalid verification code format.'],
  used: [36009, 'This authorization code has been used.'],
  expired: [36007, 'This authorization code has expired.'],
  redirect: [
    36008,
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
  ],
  client: [36007, 'Error validating application. Cannot get application info due to a system error.'],
}

const Exchange = z.union([
  z.strictObject({ client_id: z.string(), client_secret: z.string(), redirect_uri: z.string(), code: z.string() }),
  z.strictObject({
    grant_type: z.literal('fb_exchange_token'),
    client_id: z.string(),
    client_secret: z.string(),
    fb_exchange_token: z.string(),
  }),
])

/** One address for both: a code becomes a short token of the person's, and a living token a long one. */
function exchangeToken(sandbox: Sandbox, codes: Codes, call: Call): Answer {
  const given = parametersOf(call, Exchange)
  if (given.client_id !== apps.facebook.id || given.client_secret !== apps.facebook.secret) {
    throw refuse({ code: 1, message: 'Error validating client secret.' })
  }
  if ('code' in given) {
    const code = codes.redeem(given.code, { redirectUri: given.redirect_uri, clientId: given.client_id })
    if (typeof code === 'string') {
      const [subcode, message] = problems[code]
      throw refuse({ code: 100, subcode, message })
    }
    return showUserToken(sandbox, code, shortLifeMs)
  }
  const from = sandbox.tokens.find('facebook', given.fb_exchange_token)
  if (from?.kind !== 'user' || sandbox.tokens.stateOf(from) !== 'live') {
    throw refuse({ code: 190, message: 'Error validating access token: it cannot be exchanged any more.' })
  }
  return showUserToken(sandbox, from, longLifeMs)
}

function showUserToken(
  sandbox: Sandbox,
  { account_id, also, scopes, declined }: Pick<Token, 'account_id' | 'also' | 'scopes' | 'declined'>,
  lifeMs: number,
): Answer {
  const made = sandbox.tokens.issue({
    id: token('EAAB', 96),
    network: 'facebook',
    account_id,
    also,
    scopes,
    declined,
    kind: 'user',
    expires_ms: sandbox.nowMs() + lifeMs,
  })
  return jsonAnswer(200, { access_token: made.id, token_type: 'bearer', expires_in: lifeMs / 1_000 })
}

/** The token of the person, and of no page. */
function userToken(sandbox: Sandbox, call: Call): Token {
  const { token: shown } = presentGraph(sandbox, 'facebook', call)
  if (shown.kind !== 'user')
    throw refuse({ code: 100, message: '(#100) Tried accessing nonexisting field (accounts) on node type (Page)' })
  return shown
}

function permissions(sandbox: Sandbox, call: Call): Answer {
  parametersOf(call, z.strictObject({}))
  const { scopes: granted, declined } = userToken(sandbox, call)
  const line = (status: string) => (permission: string) => ({ permission, status })
  return jsonAnswer(200, {
    data: [...(granted ?? knownScopes).map(line('granted')), ...declined.map(line('declined'))],
  })
}

const Listing = z.strictObject({
  fields: z.string().min(1).optional(),
  limit: graphNumber.pipe(z.number().min(1).max(100)).optional(),
  after: z.string().optional(),
})

function pages(sandbox: Sandbox, call: Call, isListed: (page: Account) => boolean): Answer {
  const { fields = 'id,name,access_token', limit = 25, after } = parametersOf(call, Listing)
  const user = userToken(sandbox, call)
  requireScope(user, 'pages_show_list')
  const known = pageFields(sandbox, user)
  const shared = user.also.flatMap((id) => sandbox.accounts.get('facebook', id) ?? []).filter(isListed)
  const start = after === undefined ? 0 : shared.findIndex(({ account_id }) => cursorOf(account_id) === after) + 1
  const page = shared.slice(start, start + limit)
  const [first, last] = [page[0], page.at(-1)]
  if (!first || !last) return jsonAnswer(200, { data: [] })
  const cursors = { before: cursorOf(first.account_id), after: cursorOf(last.account_id) }
  const next = start + limit < shared.length ? { next: `${call.address}?limit=${limit}&after=${cursors.after}` } : {}
  const wanted = parseFields(fields)
  return jsonAnswer(200, {
    data: page.map((account) => project('Page', known, account, wanted)),
    paging: { cursors, ...next },
  })
}

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url')

function businesses(sandbox: Sandbox, call: Call): Answer {
  const { limit = 25 } = parametersOf(call, Listing)
  const user = userToken(sandbox, call)
  requireScope(user, 'business_management')
  const names = new Set(user.also.flatMap((id) => sandbox.accounts.get('facebook', id)?.business ?? []).slice(0, limit))
  return jsonAnswer(200, { data: [...names].map((name) => ({ id: businessId(name), name })) })
}

function requireScope({ scopes: granted }: Token, scope: string): void {
  if (granted && !granted.includes(scope)) {
    throw refuse({ status: 403, code: 200, message: `(#200) Requires ${scope} permission` })
  }
}

function pageFields(sandbox: Sandbox, user: Token): NodeFields<Account> {
  return {
    id: ({ account_id }) => account_id,
    name: ({ account_name }) => account_name,
    username: ({ handle }) => handle,
    category: () => 'Brand',
    tasks: ({ tasks }) => tasks ?? fullTasks,
    picture: () => ({ data: { url: `${sandbox.origin}/samples/dawn.jpg` } }),
    instagram_business_account: () => undefined,
    access_token: ({ account_id }) => pageToken(sandbox, user, account_id).id,
  }
}

/** Taken with a long-lived token of the person, a page's token has no end; otherwise it ends with the person's. */
function pageToken(sandbox: Sandbox, user: Token, pageId: string): Token {
  const id = `EAAB${fingerprint(`${user.id} ${pageId}`, 43)}`
  const known = sandbox.tokens.find('facebook', id)
  if (known) return known
  const isLong = user.expires_ms === null || user.expires_ms - user.created_ms > shortLifeMs
  return sandbox.tokens.issue({
    id,
    network: 'facebook',
    account_id: pageId,
    kind: 'page',
    scopes: user.scopes,
    expires_ms: isLong ? null : user.expires_ms,
  })
}
