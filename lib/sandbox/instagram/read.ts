import { z } from 'zod'
import type { Account } from '../accounts'
import { type Answer, jsonAnswer } from '../exchange'
import type { LedgerMedia, LedgerPost } from '../ledger'
import type { Container, ContainerStatus, Containers } from '../meta/containers'
import { badParameter, unknownObject } from '../meta/envelope'
import { type Field, graphTimestamp, type NodeFields, parseFields, project } from '../meta/fields'
import { graphPage, pagingParameters } from '../meta/paging'
import { parametersOf } from '../meta/parameters'
import type { Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import { countsOf } from './metrics'
import { requireOwnNode } from './publish'
import { limits } from './rules'

const FieldsParameter = z.strictObject({ fields: z.string().min(1).optional() })

/** `GET /{container-id}?fields=status_code,status`, and with the same address a published medium. */
export function readNode(sandbox: Sandbox, containers: Containers, visit: Visit): Answer {
  const { id = '' } = visit.params
  const { account } = visit
  if (id === 'me' || id === account.account_id) return readAccount(sandbox, visit)
  const given = parametersOf(visit.call, FieldsParameter)
  const container = containers.get(id, account.account_id)
  if (container) {
    const fields = parseFields(given.fields ?? 'id')
    return jsonAnswer(200, project('IGMediaBuilder', containerFields(containers), container, fields))
  }
  const post = sandbox.ledger.find('instagram', id)
  if (post?.account_id !== account.account_id) throw unknownObject('GET', id)
  return jsonAnswer(200, project('IGMedia', mediaFields(sandbox, account), post, parseFields(given.fields ?? 'id')))
}

/** Asking for the status is what moves a container on, so the two status fields share one answer. */
function containerFields(containers: Containers): NodeFields<Container> {
  let polled: ContainerStatus | undefined
  const status = (container: Container) => {
    polled ??= containers.poll(container)
    return polled
  }
  return {
    id: ({ id }) => id,
    status_code: status,
    status: (container) => sentences[status(container)](containers.errorOf(container)),
  }
}

const sentences: Record<ContainerStatus, (error: string | null) => string> = {
  IN_PROGRESS: () => 'In Progress: Media is still being processed.',
  FINISHED: () => 'Finished: Media has been uploaded and it is ready to be published.',
  ERROR: (error) => `Error: Media upload has failed with error code ${error}`,
  EXPIRED: () => 'Expired: Media has not been published within 24 hours.',
  PUBLISHED: () => 'Published: Media has been published.',
}

/**
 * `GET /{ig-id}/media` and `/stories`: what a client asks when it does not know whether its post happened. Stories are
 * in a list of their own, and only as long as they are seen.
 */
export function listMedia(sandbox: Sandbox, visit: Visit, list: 'posts' | 'stories'): Answer {
  requireOwnNode(visit)
  const { fields = 'id', ...paging } = parametersOf(visit.call, z.strictObject(pagingParameters))
  const wanted = parseFields(fields)
  const known = mediaFields(sandbox, visit.account)
  const nowMs = sandbox.nowMs()
  const all = sandbox.ledger.visible('instagram', visit.account.account_id, nowMs)
  const isListed = (post: LedgerPost): boolean =>
    productOf(post) === 'STORY' ? list === 'stories' && nowMs - post.created_ms < limits.storyMs : list === 'posts'
  const posts = filter(all, isListed)
  return jsonAnswer(
    200,
    graphPage(posts, paging, (post) => project('IGMedia', known, post, wanted), visit.call.address),
  )
}

function* filter(posts: Iterable<LedgerPost>, isWanted: (post: LedgerPost) => boolean): Generator<LedgerPost> {
  for (const post of posts) if (isWanted(post)) yield post
}

/** `GET /{ig-id}/content_publishing_limit`: the documents disagree about the number, so clients must read it. */
export function readPublishingLimit(sandbox: Sandbox, visit: Visit): Answer {
  requireOwnNode(visit)
  const { fields = 'quota_usage' } = parametersOf(visit.call, FieldsParameter)
  const usage = sandbox.ledger.countSince('instagram', visit.account.account_id, sandbox.nowMs() - dayMs)
  const total = sandbox.settings.for('instagram').posts_per_day ?? limits.postsPerDay
  const known: NodeFields<null> = {
    quota_usage: () => usage,
    config: () => ({ quota_total: total, quota_duration: dayMs / 1000 }),
  }
  return jsonAnswer(200, { data: [project('ContentPublishingLimitResponse', known, null, parseFields(fields))] })
}

export function deleteMedia(sandbox: Sandbox, visit: Visit): Answer {
  const { id = '' } = visit.params
  parametersOf(visit.call, z.strictObject({}))
  const post = sandbox.ledger.find('instagram', id)
  if (post?.account_id !== visit.account.account_id) throw unknownObject('DELETE', id)
  sandbox.ledger.remove(post, sandbox.nowMs())
  return jsonAnswer(200, { success: true })
}

function readAccount(sandbox: Sandbox, visit: Visit): Answer {
  const { fields = 'id' } = parametersOf(visit.call, FieldsParameter)
  const count = () => sandbox.ledger.countVisible('instagram', visit.account.account_id, sandbox.nowMs())
  const known: NodeFields<Account> = {
    id: ({ account_id }) => account_id,
    user_id: ({ account_id }) => account_id,
    username: ({ handle }) => handle,
    name: ({ account_name }) => account_name,
    account_type: ({ account_type }) => account_type ?? 'BUSINESS',
    profile_picture_url: () => `${sandbox.origin}/samples/dawn.jpg`,
    followers_count: () => 0,
    follows_count: () => 0,
    media_count: count,
  }
  return jsonAnswer(200, project('IGUser', known, visit.account, parseFields(fields)))
}

const isFilm = (media: LedgerMedia | undefined): boolean => /\.(mp4|mov)$/.test(media?.file ?? '')

/** A reel and a film in a story are of type VIDEO; where they stand is their product type. */
const typeOf = ({ detail, media }: LedgerPost): string =>
  detail.shape === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : isFilm(media[0]) ? 'VIDEO' : 'IMAGE'

const productOf = ({ detail }: LedgerPost): string =>
  detail.shape === 'REELS' || detail.shape === 'STORY' ? detail.shape : 'FEED'

function mediaFields(sandbox: Sandbox, account: Account): NodeFields<LedgerPost> {
  return {
    id: ({ id }) => id,
    ig_id: ({ id }) => id,
    caption: ({ text }) => text || undefined,
    alt_text: ({ media, detail }) => (detail.shape === 'IMAGE' ? (media[0]?.alt_text ?? undefined) : undefined),
    media_type: typeOf,
    media_product_type: productOf,
    media_url: ({ media }) => media[0] && sandbox.mediaUrl(media[0]),
    permalink: (post) => sandbox.permalink(post),
    shortcode: ({ detail }) => detail.shortcode,
    timestamp: ({ created_ms }) => graphTimestamp(created_ms),
    username: () => account.handle,
    owner: () => ({ id: account.account_id }),
    like_count: (post) => countsOf(sandbox, post).likes,
    comments_count: (post) => countsOf(sandbox, post).comments,
    is_comment_enabled: () => true,
    children: (post, children) =>
      post.detail.shape === 'CAROUSEL' ? { data: childNodes(sandbox, post, children) } : undefined,
  }
}

/** Children have no permalink and no caption of their own. */
function childNodes(sandbox: Sandbox, post: LedgerPost, children: Field[] | null): unknown[] {
  const ids = Array.isArray(post.detail.child_ids) ? post.detail.child_ids : []
  const known: NodeFields<{ id: unknown; media: LedgerMedia }> = {
    id: ({ id }) => id,
    media_type: ({ media }) => (isFilm(media) ? 'VIDEO' : 'IMAGE'),
    media_url: ({ media }) => sandbox.mediaUrl(media),
    alt_text: ({ media }) => media.alt_text ?? undefined,
    timestamp: () => graphTimestamp(post.created_ms),
  }
  if (children?.length === 0) throw badParameter('Syntax error: the braces of children are empty')
  const fields = children ?? [{ name: 'id', children: null }]
  return post.media.map((media, i) => project('IGMedia', known, { id: ids[i], media }, fields))
}
