import { z } from 'zod'
import { type Answer, countCharacters, jsonAnswer, type Visit } from '../../http/call'
import { fetchImage } from '../../media/images'
import type { Account } from '../../state/accounts'
import { digits, shortcode } from '../../state/ids'
import type { StoredMedia, StoredPost } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import type { PostStats } from '../../state/stats'
import {
  type Container,
  type Containers,
  checkMediaType,
  childIds,
  type MediaTypeRule,
  type NewContainer,
  polledOnce,
} from '../meta/containers'
import { badParameter, unknownObject } from '../meta/errors'
import { fetchVideo } from '../meta/fetch-video'
import {
  badMetric,
  deletePost,
  graphId,
  graphTimestamp,
  insightsAnswer,
  isOwnAccount,
  listAnswer,
  type NodeType,
  nodeAnswer,
  parametersOf,
  quotaAnswer,
  requireOwnAccount,
  requireOwnPost,
} from '../meta/nodes'
import {
  ContainerParameters,
  containerUnavailable,
  countText,
  limits,
  quotaReached,
  refusal,
  videoError,
  videoLimits,
} from './rules'

/** `POST /{user-id}/threads`. Errors of the media itself appear in the container's status. */
export async function createContainer(sandbox: Sandbox, containers: Containers, visit: Visit): Promise<Answer> {
  requireOwnAccount(visit)
  const given = parametersOf(visit.call, ContainerParameters)
  checkLimits(sandbox, given)
  const { media_type: type, ...others } = given
  checkMediaType(type, mediaTypes[type], others)
  if (given.is_carousel_item && texts.some((name) => given[name] !== undefined))
    throw badParameter('A carousel item cannot have a text or a reply')
  const made = await containerOf(sandbox, containers, visit, given)
  containers.add(visit.call, made, 'UNKNOWN')
  if (made.is_fetching) containers.fetchLater(made.id, () => pullVideo(sandbox, given))
  return jsonAnswer(200, { id: made.id })
}

function checkLimits(sandbox: Sandbox, { text, alt_text, reply_to_id }: ContainerParameters): void {
  if (countText(text ?? '') > limits.textMax) throw refusal('textTooLong')
  if (countCharacters(alt_text ?? '') > limits.altTextMax)
    throw badParameter(`Param alt_text must be at most ${limits.altTextMax} characters long.`)
  if (reply_to_id !== undefined && !sandbox.posts.find('threads', reply_to_id)) throw containerUnavailable(reply_to_id)
}

const texts = ['text', 'reply_to_id'] as const
const mediaTypes: Record<ContainerParameters['media_type'], MediaTypeRule> = {
  TEXT: { needs: ['text'], takes: [...texts, 'link_attachment'] },
  IMAGE: { needs: ['image_url'], takes: [...texts, 'image_url', 'alt_text', 'is_carousel_item'] },
  VIDEO: { needs: ['video_url'], takes: [...texts, 'video_url', 'alt_text', 'is_carousel_item'] },
  CAROUSEL: { needs: [], takes: [...texts, 'children'] },
}

async function containerOf(
  sandbox: Sandbox,
  containers: Containers,
  { account }: Visit,
  given: ContainerParameters,
): Promise<NewContainer> {
  const common = {
    id: digits('18', 17),
    account_id: account.account_id,
    shape: given.media_type,
    is_item: given.is_carousel_item ?? false,
    text: given.text ?? '',
    link: given.link_attachment ?? null,
    is_fetching: given.media_type === 'VIDEO',
    reply_to_id: given.reply_to_id ?? null,
  }
  if (given.media_type === 'IMAGE') return { ...common, ...(await pullImage(sandbox, given)) }
  if (given.media_type !== 'CAROUSEL') return common
  const { children = [] } = given
  const { min, max } = limits.carousel
  if (children.length < min || children.length > max)
    throw badParameter(`A carousel needs between ${min} and ${max} children`)
  const media = childIds(children).flatMap((id) => {
    const child = containers.get(id, account.account_id)
    if (!child?.is_item || containers.statusOf(child) !== 'FINISHED') throw containerUnavailable(id)
    return child.media
  })
  return { ...common, children, media }
}

type Pulled = { media: StoredMedia[]; error: string | null }

async function pullImage(sandbox: Sandbox, { image_url = '', alt_text }: ContainerParameters): Promise<Pulled> {
  const fetched = await fetchImage(image_url, limits.imageBytesMax)
  if (fetched === 'unreachable') throw refusal('fetchFailed')
  if (fetched === 'timeout') throw refusal('downloadTimeout')
  const failed = (error: string) => ({ media: [], error })
  if (fetched === 'too_large') return failed('UNKNOWN')
  const { image, bytes } = fetched
  if (!image || !limits.imageFormats.includes(image.format) || image.width < limits.imageWidthMin)
    return failed('UNKNOWN')
  const ratio = Math.max(image.width, image.height) / Math.min(image.width, image.height)
  if (ratio > limits.ratioMax) return failed(videoError('ratio'))
  return { media: [await sandbox.store(bytes, image, image_url, alt_text ?? null)], error: null }
}

async function pullVideo(sandbox: Sandbox, { video_url = '', alt_text }: ContainerParameters): Promise<Pulled> {
  const fetched = await fetchVideo(sandbox, video_url, videoLimits, alt_text ?? null)
  return typeof fetched === 'string'
    ? { media: [], error: videoError(fetched) }
    : { media: [fetched.media], error: null }
}

export function publishContainer(sandbox: Sandbox, containers: Containers, visit: Visit): Answer {
  requireOwnAccount(visit)
  const { creation_id } = parametersOf(visit.call, z.strictObject({ creation_id: graphId }))
  const { account } = visit
  const container = containers.get(creation_id, account.account_id)
  if (!container || container.is_item || containers.statusOf(container) !== 'FINISHED')
    throw containerUnavailable(creation_id)
  const { text, link, media, shape, reply_to_id } = container
  const parent = reply_to_id === null ? undefined : sandbox.posts.find('threads', reply_to_id)
  if (reply_to_id !== null && !parent) throw containerUnavailable(reply_to_id)
  checkQuota(sandbox, account.account_id, parent !== undefined)
  const id = digits('18', 17)
  const code = shortcode()
  const post = {
    id,
    parent_id: parent?.id ?? null,
    text,
    link,
    media,
    path: `/feed/threads/@${account.handle}/post/${code}`,
    detail: { shape },
  }
  sandbox.publish(visit, post, () => containers.markPublished(container, id))
  return jsonAnswer(200, { id })
}

const isReply = ({ parent_id }: StoredPost): boolean => parent_id !== null

/** Posts and replies have separate quotas. */
function checkQuota(sandbox: Sandbox, accountId: string, countsReplies: boolean): void {
  const quota = countsReplies
    ? sandbox.settings.for('threads').enforce_quotas && limits.repliesPerDay
    : sandbox.quota('threads', limits.postsPerDay)
  if (typeof quota !== 'number') return
  const sinceMs = sandbox.nowMs() - dayMs
  const used = sandbox.posts.countSince('threads', accountId, sinceMs, (post) => isReply(post) === countsReplies)
  if (used >= quota) throw quotaReached(countsReplies ? 'replies' : 'posts')
}

const metrics: Record<string, (stats: PostStats) => number> = {
  views: ({ views }) => views,
  likes: ({ likes }) => likes,
  replies: ({ comments }) => comments,
  reposts: ({ shares }) => Math.floor(shares / 2),
  quotes: ({ shares }) => Math.floor(shares / 4),
  shares: ({ shares }) => shares - Math.floor(shares / 2) - Math.floor(shares / 4),
}

export const readInsights = (sandbox: Sandbox, visit: Visit): Answer =>
  insightsAnswer(visit, metrics, sandbox.stats.of(requireOwnPost(sandbox, visit)))

/** `GET /{user-id}/threads_insights`: the sum over all posts of the account. */
export function readAccountInsights(sandbox: Sandbox, visit: Visit): Answer {
  requireOwnAccount(visit)
  const names = (visit.call.query.get('metric') ?? '').split(',')
  if (names.some((name) => !Object.hasOwn(metrics, name))) throw badMetric()
  const posts = sandbox.posts.of('threads', visit.account.account_id)
  const counted = posts.flatMap((post) => sandbox.stats.of(post) ?? [])
  const data = names.map((name) => ({
    name,
    period: 'day',
    total_value: { value: counted.reduce((sum, stats) => sum + (metrics[name]?.(stats) ?? 0), 0) },
    title: name,
    description: '',
    id: `${visit.params.id}/insights/${name}/day`,
  }))
  return jsonAnswer(200, { data })
}

/** `GET /{id}`: the account, a container or a post. */
export function readNode(sandbox: Sandbox, containers: Containers, visit: Visit): Answer {
  const { params, account } = visit
  const { id = '' } = params
  if (isOwnAccount(visit)) return nodeAnswer(visit, userType(sandbox), account)
  const container = containers.get(id, account.account_id)
  if (container) return nodeAnswer(visit, containerType(containers), container)
  const post = sandbox.posts.find('threads', id)
  if (!post) throw unknownObject('GET', id)
  return nodeAnswer(visit, postType(sandbox), post)
}

/** `GET /{user-id}/threads` without replies, `GET /{user-id}/replies` with replies only. */
export function listPosts(sandbox: Sandbox, visit: Visit, kind: 'posts' | 'replies'): Answer {
  requireOwnAccount(visit)
  const isListed = (post: StoredPost) => isReply(post) === (kind === 'replies')
  const posts = sandbox.posts.visible('threads', visit.account.account_id, sandbox.nowMs(), isListed)
  return listAnswer(visit, postType(sandbox), posts)
}

export function readPublishingLimit(sandbox: Sandbox, visit: Visit): Answer {
  const sinceMs = sandbox.nowMs() - dayMs
  const count = (replies: boolean) =>
    sandbox.posts.countSince('threads', visit.account.account_id, sinceMs, (post) => isReply(post) === replies)
  const total = sandbox.settings.for('threads').posts_per_day ?? limits.postsPerDay
  return quotaAnswer(visit, 'ThreadsPublishingLimit', {
    '': { used: count(false), total },
    reply_: { used: count(true), total: limits.repliesPerDay },
  })
}

export function deleteThread(sandbox: Sandbox, visit: Visit): Answer {
  const { id } = deletePost(sandbox, visit)
  return jsonAnswer(200, { success: true, deleted_id: id })
}

function containerType(containers: Containers): NodeType<Container> {
  const status = polledOnce(containers)
  return {
    name: 'ThreadsContainer',
    fields: {
      id: ({ id }) => id,
      status,
      error_message: (container) => (status(container) === 'ERROR' ? containers.errorOf(container) : undefined),
    },
  }
}

const userType = (sandbox: Sandbox): NodeType<Account> => ({
  name: 'ThreadsUser',
  fields: {
    id: ({ account_id }) => account_id,
    username: ({ handle }) => handle,
    name: ({ account_name }) => account_name,
    threads_profile_picture_url: () => sandbox.avatarUrl,
  },
})

const shownTypes: Record<string, string> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
}

const postType = (sandbox: Sandbox): NodeType<StoredPost> => ({
  name: 'ThreadsMedia',
  fields: {
    id: ({ id }) => id,
    media_type: ({ detail }) => shownTypes[String(detail.shape)],
    media_url: ({ media }) => media[0] && sandbox.mediaUrl(media[0]),
    permalink: (post) => sandbox.permalink(post),
    text: ({ text }) => text || undefined,
    timestamp: ({ created_ms }) => graphTimestamp(created_ms),
    alt_text: ({ media, detail }) =>
      ['IMAGE', 'VIDEO'].includes(String(detail.shape)) ? (media[0]?.alt_text ?? undefined) : undefined,
    link_attachment_url: ({ link }) => link ?? undefined,
    is_reply: isReply,
    replied_to: ({ parent_id }) => (parent_id === null ? undefined : { id: parent_id }),
    children: ({ media, detail, id }) =>
      detail.shape === 'CAROUSEL' ? { data: media.map((_, i) => ({ id: `${id}${i}` })) } : undefined,
  },
})
