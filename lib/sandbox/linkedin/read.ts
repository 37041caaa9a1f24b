import { type Answer, jsonAnswer } from '../exchange'
import type { LedgerPost } from '../ledger'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { requireAuthor } from './authors'
import { badRequest, notFound } from './errors'
import { sentPost, urnIn } from './publish'

/** `GET /v2/userinfo`: OpenID Connect, and the only call without LinkedIn's own headers. */
export function readUserinfo(sandbox: Sandbox, { account }: Visit): Answer {
  const [given = '', ...family] = account.account_name.split(' ')
  return jsonAnswer(200, {
    sub: account.account_id.slice(account.account_id.lastIndexOf(':') + 1),
    email_verified: true,
    name: account.account_name,
    given_name: given,
    family_name: family.join(' '),
    locale: { country: 'GB', language: 'en' },
    email: `${account.handle}@example.com`,
    picture: `${sandbox.origin}/samples/dawn.jpg`,
  })
}

const finderParameters = ['q', 'author', 'count', 'start', 'sortBy', 'isDsc', 'viewContext']

/** `GET /rest/posts?q=author`. */
export function findPosts(sandbox: Sandbox, { call, account }: Visit): Answer {
  const { query } = call
  const stranger = [...query.keys()].find((name) => !finderParameters.includes(name))
  if (stranger !== undefined) throw badRequest(`Query parameter ${stranger} is not known`, 'QUERY_PARAM_NOT_ALLOWED')
  if (call.header('x-restli-method')?.toUpperCase() !== 'FINDER')
    throw badRequest('The header X-RestLi-Method must be FINDER')
  if (query.get('q') !== 'author') throw badRequest('The only finder is q=author')
  if (/[?&]author=urn:/.test(call.rawQuery))
    throw badRequest('Invalid query parameters passed to request', 'ILLEGAL_ARGUMENT')
  const author = query.get('author')
  if (!author) throw badRequest('Query parameter author is required', 'PARAM_MISSING')
  const operation = 'posts.FINDER-author.NO_VERSION'
  requireAuthor(sandbox, call, account, { urn: author, as: 'read', operation })
  if (!['LAST_MODIFIED', 'CREATED', null].includes(query.get('sortBy')))
    throw badRequest('sortBy must be LAST_MODIFIED or CREATED')
  const count = numberIn(query, 'count', 10, 1, 100)
  const start = numberIn(query, 'start', 0, 0, Number.MAX_SAFE_INTEGER)
  const elements: unknown[] = []
  let index = 0
  for (const post of sandbox.ledger.visible('linkedin', author, sandbox.nowMs())) {
    if (elements.length === count) break
    if (index++ >= start) elements.push(showPost(post))
  }
  return jsonAnswer(200, { paging: { start, count, links: [] }, elements })
}

export function readPost(sandbox: Sandbox, visit: Visit): Answer {
  const urn = urnIn(visit)
  const post = sandbox.ledger.find('linkedin', urn)
  if (!post) return notFound(`${urn} does not exist`)
  const operation = 'posts.GET.NO_VERSION'
  requireAuthor(sandbox, visit.call, visit.account, { urn: post.account_id, as: 'read', operation })
  return jsonAnswer(200, showPost(post))
}

/** The commentary comes back as it was sent, backslashes included. */
function showPost(post: LedgerPost): unknown {
  const sent = sentPost(post)
  return {
    isReshareDisabledByAuthor: sent.isReshareDisabledByAuthor ?? false,
    createdAt: post.created_ms,
    lifecycleState: 'PUBLISHED',
    lastModifiedAt: post.created_ms,
    visibility: sent.visibility,
    publishedAt: post.created_ms,
    author: sent.author,
    id: post.id,
    ...(sent.content && { content: sent.content }),
    distribution: { ...sent.distribution, targetEntities: [], thirdPartyDistributionChannels: [] },
    commentary: sent.commentary,
    lifecycleStateInfo: { isEditedByAuthor: false },
  }
}

function numberIn(query: URLSearchParams, name: string, fallback: number, min: number, max: number): number {
  const value = Number(query.get(name) ?? fallback)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw badRequest(`Query parameter ${name} must be a whole number between ${min} and ${max}`)
}
