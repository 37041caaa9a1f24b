import { z } from 'zod'
import type { Account } from '../accounts'
import { type Answer, jsonAnswer } from '../exchange'
import type { LedgerPost } from '../ledger'
import type { Container, Containers } from '../meta/containers'
import { unknownObject } from '../meta/envelope'
import { graphTimestamp, type NodeFields, parseFields, project } from '../meta/fields'
import { graphPage, pagingParameters } from '../meta/paging'
import { graphBoolean, parametersOf } from '../meta/parameters'
import type { Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import { requireOwnNode } from './publish'
import { limits } from './rules'

const FieldsParameter = z.strictObject({ fields: z.string().min(1).optional() })

export function readNode(sandbox: Sandbox, containers: Containers, visit: Visit): Answer {
  const { id = '' } = visit.params
  const { account } = visit
  const { fields = 'id' } = parametersOf(visit.call, FieldsParameter)
  const wanted = parseFields(fields)
  if (id === 'me' || id === account.account_id) {
    return jsonAnswer(200, project('ThreadsUser', accountFields(sandbox), account, wanted))
  }
  const container = containers.get(id, account.account_id)
  if (container) return jsonAnswer(200, project('ThreadsContainer', containerFields(containers), container, wanted))
  const post = sandbox.ledger.find('threads', id)
  if (!post) throw unknownObject('GET', id)
  return jsonAnswer(200, project('ThreadsMedia', mediaFields(sandbox), post, wanted))
}

/** `GET /{user-id}/threads` leaves out replies; `GET /{user-id}/replies` has nothing else. */
export function listPosts(sandbox: Sandbox, visit: Visit, kind: 'posts' | 'replies'): Answer {
  requireOwnNode(visit)
  const { fields = 'id', ...paging } = parametersOf(visit.call, z.strictObject(pagingParameters))
  const wanted = parseFields(fields)
  const known = mediaFields(sandbox)
  const all = sandbox.ledger.visible('threads', visit.account.account_id, sandbox.nowMs())
  const posts = filter(all, ({ parent_id }) => (parent_id !== null) === (kind === 'replies'))
  const show = (post: LedgerPost) => project('ThreadsMedia', known, post, wanted)
  return jsonAnswer(200, graphPage(posts, paging, show, visit.call.address))
}

/** `GET /{media-id}/replies` has the direct ones, `/conversation` all below. */
export function listReplies(sandbox: Sandbox, visit: Visit, depth: 'direct' | 'all'): Answer {
  const { id = '' } = visit.params
  const parameters = z.strictObject({ ...pagingParameters, reverse: graphBoolean.optional() })
  const { fields = 'id', reverse = true, ...paging } = parametersOf(visit.call, parameters)
  const root = sandbox.ledger.find('threads', id)
  if (!root) throw unknownObject('GET', id)
  const nowMs = sandbox.nowMs()
  const posts = below(sandbox, root, depth).filter((post) => post.deleted_ms === null && post.visible_ms <= nowMs)
  if (reverse) posts.reverse()
  const wanted = parseFields(fields)
  const known = mediaFields(sandbox)
  const show = (post: LedgerPost) => project('ThreadsMedia', known, post, wanted)
  return jsonAnswer(200, graphPage(posts, paging, show, visit.call.address))
}

export function readPublishingLimit(sandbox: Sandbox, visit: Visit): Answer {
  requireOwnNode(visit)
  const { fields = 'quota_usage' } = parametersOf(visit.call, FieldsParameter)
  const sinceMs = sandbox.nowMs() - dayMs
  const count = (isReply: boolean) =>
    sandbox.ledger.countSince(
      'threads',
      visit.account.account_id,
      sinceMs,
      (post) => (post.parent_id !== null) === isReply,
    )
  const quota = (total: number) => ({ quota_total: total, quota_duration: dayMs / 1000 })
  const known: NodeFields<null> = {
    quota_usage: () => count(false),
    config: () => quota(sandbox.settings.for('threads').posts_per_day ?? limits.postsPerDay),
    reply_quota_usage: () => count(true),
    reply_config: () => quota(limits.repliesPerDay),
  }
  return jsonAnswer(200, { data: [project('ThreadsPublishingLimit', known, null, parseFields(fields))] })
}

export function deletePost(sandbox: Sandbox, visit: Visit): Answer {
  const { id = '' } = visit.params
  parametersOf(visit.call, z.strictObject({}))
  const post = sandbox.ledger.find('threads', id)
  if (post?.account_id !== visit.account.account_id) throw unknownObject('DELETE', id)
  sandbox.ledger.remove(post, sandbox.nowMs())
  return jsonAnswer(200, { success: true, deleted_id: id })
}

function* filter(posts: Iterable<LedgerPost>, isWanted: (post: LedgerPost) => boolean): Generator<LedgerPost> {
  for (const post of posts) if (isWanted(post)) yield post
}

function below(sandbox: Sandbox, post: LedgerPost, depth: 'direct' | 'all'): LedgerPost[] {
  const direct = [...sandbox.ledger.repliesTo(post)]
  if (depth === 'direct') return direct
  const all: LedgerPost[] = []
  // A chain may be long, so this walks with a queue and not with the stack.
  for (let next = direct.shift(); next; next = direct.shift()) {
    all.push(next)
    direct.push(...sandbox.ledger.repliesTo(next))
  }
  return all.sort((a, b) => a.created_ms - b.created_ms)
}

function containerFields(containers: Containers): NodeFields<Container> {
  let polled: string | undefined
  const status = (container: Container) => {
    polled ??= containers.poll(container)
    return polled
  }
  return {
    id: ({ id }) => id,
    status,
    error_message: (container) => (status(container) === 'ERROR' ? containers.errorOf(container) : undefined),
  }
}

function accountFields(sandbox: Sandbox): NodeFields<Account> {
  return {
    id: ({ account_id }) => account_id,
    username: ({ handle }) => handle,
    name: ({ account_name }) => account_name,
    threads_profile_picture_url: () => `${sandbox.origin}/samples/dawn.jpg`,
    threads_biography: () => '',
    is_verified: () => false,
  }
}

const shapes: Record<string, string> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
}

function mediaFields(sandbox: Sandbox): NodeFields<LedgerPost> {
  const handleOf = ({ account_id }: LedgerPost) => sandbox.accounts.get('threads', account_id)?.handle
  return {
    id: ({ id }) => id,
    media_product_type: () => 'THREADS',
    media_type: ({ detail }) => shapes[String(detail.shape)],
    media_url: ({ media }) => media[0] && sandbox.mediaUrl(media[0]),
    permalink: (post) => sandbox.permalink(post),
    owner: ({ account_id }) => ({ id: account_id }),
    username: handleOf,
    text: ({ text }) => text || undefined,
    timestamp: ({ created_ms }) => graphTimestamp(created_ms),
    shortcode: ({ detail }) => detail.shortcode,
    alt_text: ({ media, detail }) =>
      ['IMAGE', 'VIDEO'].includes(String(detail.shape)) ? (media[0]?.alt_text ?? undefined) : undefined,
    link_attachment_url: ({ link }) => link ?? undefined,
    is_quote_post: () => false,
    is_reply: ({ parent_id }) => parent_id !== null,
    has_replies: (post) => sandbox.ledger.repliesTo(post).length > 0,
    replied_to: ({ parent_id }) => (parent_id === null ? undefined : { id: parent_id }),
    root_post: ({ detail }) => (typeof detail.root_id === 'string' ? { id: detail.root_id } : undefined),
    hide_status: () => 'NOT_HUSHED',
    children: ({ media, detail, id }) =>
      detail.shape === 'CAROUSEL' ? { data: media.map((_, i) => ({ id: `${id}${i}` })) } : undefined,
  }
}
