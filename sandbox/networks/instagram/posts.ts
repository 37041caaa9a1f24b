import { z } from 'zod'
import { type Answer, countCharacters, jsonAnswer, Refusal, type Visit } from '../../http/call'
import { isVideoName } from '../../media/files'
import { fetchImage } from '../../media/images'
import type { Account } from '../../state/accounts'
import { digits, shortcode } from '../../state/ids'
import type { StoredMedia, StoredPost } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import {
  type Container,
  type ContainerStatus,
  type Containers,
  checkMediaType,
  childIds,
  type MediaTypeRule,
  type NewContainer,
  polledOnce,
} from '../meta/containers'
import { badParameter, graphError, unknownObject } from '../meta/errors'
import { fetchVideo } from '../meta/fetch-video'
import {
  type Field,
  graphId,
  graphTimestamp,
  insightsAnswer,
  isOwnAccount,
  listAnswer,
  type Metrics,
  type NodeType,
  nodeAnswer,
  parametersOf,
  quotaAnswer,
  requireOwnAccount,
  requireOwnPost,
  showNode,
} from '../meta/nodes'
import { ContainerParameters, isCaptionInvalid, limits, refusal, videoError, videoLimits } from './rules'

/** `POST /{ig-id}/media`. An image is fetched before the response, a video after it. */
export async function createContainer(sandbox: Sandbox, containers: Containers, visit: Visit): Promise<Answer> {
  requireOwnAccount(visit)
  const given = parametersOf(visit.call, ContainerParameters)
  checkLimits(given)
  checkForm(given)
  const made = await containerOf(sandbox, containers, visit, given)
  // After the image was fetched, so that two requests at once cannot both be the last one.
  const quota = sandbox.quota('instagram', limits.postsPerDay)
  const count = containers.countSince(visit.account.account_id, sandbox.nowMs() - dayMs)
  if (quota !== null && count >= Math.max(quota, limits.containersPerDay)) throw refusal('quota')
  containers.add(visit.call, made, '2207026')
  if (made.is_fetching) containers.fetchLater(made.id, () => pullVideo(sandbox, given))
  return jsonAnswer(200, { id: made.id })
}

function checkLimits({ caption, alt_text }: ContainerParameters): void {
  if (isCaptionInvalid(caption ?? '')) throw refusal('caption')
  if (countCharacters(alt_text ?? '') > limits.altTextMax)
    throw badParameter(`Param alt_text must be no longer than ${limits.altTextMax} characters`)
}

const mediaTypes: Record<string, MediaTypeRule> = {
  IMAGE: { needs: ['image_url'], takes: ['image_url', 'caption', 'alt_text', 'is_carousel_item'] },
  VIDEO: { needs: ['video_url'], takes: ['video_url', 'is_carousel_item'] },
  REELS: { needs: ['video_url'], takes: ['video_url', 'caption', 'cover_url', 'share_to_feed'] },
  STORIES: { needs: [], takes: ['image_url', 'video_url'] },
  CAROUSEL: { needs: [], takes: ['caption', 'children'] },
}

function checkForm({ media_type: type = 'IMAGE', ...given }: ContainerParameters): void {
  const rule = Object.hasOwn(mediaTypes, type) ? mediaTypes[type] : undefined
  if (!rule) throw refusal('mediaType')
  checkMediaType(type, rule, given)
  if (type === 'STORIES' && (given.image_url === undefined) === (given.video_url === undefined))
    throw badParameter('A story needs either image_url or video_url')
  if (type === 'VIDEO' && !given.is_carousel_item)
    throw badParameter('The media type VIDEO is only for carousel items. Use REELS to publish a video')
  if (given.is_carousel_item && given.caption !== undefined) throw badParameter('A carousel item cannot have a caption')
}

async function containerOf(
  sandbox: Sandbox,
  containers: Containers,
  { account }: Visit,
  given: ContainerParameters,
): Promise<NewContainer> {
  const common = { id: digits('178', 17), account_id: account.account_id, text: given.caption ?? '' }
  if (given.media_type === 'CAROUSEL') {
    const children = given.children ?? []
    if (children.length < limits.carousel.min || children.length > limits.carousel.max) throw refusal('carouselSize')
    const media = childIds(children).flatMap((id) => childOf(containers, account.account_id, id).media)
    return { ...common, shape: 'CAROUSEL', children, media }
  }
  const isStory = given.media_type === 'STORIES'
  const is_item = given.is_carousel_item ?? false
  if (given.video_url === undefined) {
    const media = [await pullImage(sandbox, given.image_url ?? '', given.alt_text ?? null, isStory)]
    return { ...common, is_item, shape: 'IMAGE', product: isStory ? 'STORY' : 'FEED', media }
  }
  if (given.cover_url !== undefined) await pullImage(sandbox, given.cover_url, null, true)
  const product = isStory ? 'STORY' : given.media_type === 'REELS' ? 'REELS' : 'FEED'
  return { ...common, is_item, shape: 'VIDEO', product, is_fetching: true }
}

function childOf(containers: Containers, accountId: string, id: string): Container {
  const child = containers.get(id, accountId)
  if (!child) throw refusal('mediaMissing')
  if (!child.is_item) throw badParameter(`The media ${id} was not created as a carousel item`)
  requireFinished(containers, child)
  return child
}

function requireFinished(containers: Containers, container: Container): void {
  const status = containers.statusOf(container)
  if (status === 'EXPIRED' || status === 'PUBLISHED') throw refusal('containerMissing')
  if (status !== 'FINISHED') throw refusal('notReady')
}

async function pullImage(sandbox: Sandbox, url: string, altText: string | null, hasAnyRatio: boolean) {
  const fetched = await fetchImage(url, limits.imageBytesMax)
  if (fetched === 'too_large') throw refusal('imageTooLarge')
  if (fetched === 'timeout') throw refusal('downloadTimeout')
  if (fetched === 'unreachable') throw refusal('fetch')
  const { image, bytes } = fetched
  if (image?.format !== 'jpeg') throw refusal('imageFormat')
  // The code for small images is unknown; this one is the closest.
  if (!hasAnyRatio && image.width < limits.imageWidthMin) throw refusal('imageFormat')
  const ratio = image.width / image.height
  const { min, max, tolerance } = limits.ratio
  if (!hasAnyRatio && (ratio < min - tolerance || ratio > max + tolerance)) throw refusal('aspectRatio')
  return sandbox.store(bytes, image, url, altText)
}

async function pullVideo(
  sandbox: Sandbox,
  given: ContainerParameters,
): Promise<{ media: StoredMedia[]; error: string | null }> {
  const kind = given.media_type === 'STORIES' ? 'story' : given.is_carousel_item ? 'item' : 'reel'
  const fetched = await fetchVideo(sandbox, given.video_url ?? '', videoLimits[kind])
  if (typeof fetched === 'string') return { media: [], error: videoError(fetched) }
  return { media: [fetched.media], error: null }
}

export function publishContainer(sandbox: Sandbox, containers: Containers, visit: Visit): Answer {
  requireOwnAccount(visit)
  const { creation_id } = parametersOf(visit.call, z.strictObject({ creation_id: graphId }))
  const { account } = visit
  const container = containers.get(creation_id, account.account_id)
  if (!container) throw refusal('containerMissing')
  if (container.is_item) throw badParameter('A carousel item cannot be published separately')
  requireFinished(containers, container)
  if (sandbox.isQuotaUsed(account, limits.postsPerDay)) throw refusal('quota')
  // No `await` between the checks and the publication, or a container could be published twice.
  const id = digits('179', 17)
  const code = shortcode()
  const { product, shape, text, media } = container
  const paths = { FEED: `p/${code}`, REELS: `reel/${code}`, STORY: `stories/${account.handle}/${code}` }
  const post = {
    id,
    text,
    media,
    path: `/feed/instagram/${paths[product]}/`,
    detail: {
      shortcode: code,
      shape: product === 'FEED' ? shape : product,
      child_ids: media.map(() => digits('180', 17)),
    },
  }
  sandbox.publish(visit, post, () => containers.markPublished(container, id))
  return jsonAnswer(200, { id })
}

const common: Metrics = {
  views: ({ views }) => views,
  reach: ({ reach }) => reach,
  shares: ({ shares }) => shares,
  total_interactions: ({ likes, comments, shares, saves }) => likes + comments + shares + saves,
}
const reactions: Metrics = {
  likes: ({ likes }) => likes,
  comments: ({ comments }) => comments,
  saved: ({ saves }) => saves,
}
const visits: Metrics = {
  follows: ({ profile_clicks }) => Math.floor(profile_clicks / 10),
  profile_visits: ({ profile_clicks }) => profile_clicks,
}

/** Metrics by product. `impressions`, `plays` and `video_views` ended with v22. */
const metrics: Record<Product, Metrics> = {
  FEED: { ...common, ...reactions, ...visits },
  REELS: { ...common, ...reactions, ig_reels_avg_watch_time: () => 4_200 },
  STORY: {
    ...common,
    ...visits,
    replies: ({ comments }) => comments,
    navigation: ({ views }) => Math.floor(views / 2),
    link_clicks: ({ clicks }) => clicks,
  },
}

/** Videos in a carousel have metrics, although Instagram documents none for children. */
const childMetrics: Metrics = { views: ({ views }) => views, reach: ({ reach }) => reach, saved: ({ saves }) => saves }

const storyViewersMin = 5

export function readInsights(sandbox: Sandbox, visit: Visit): Answer {
  const { id = '' } = visit.params
  const post = sandbox.posts.find('instagram', id)
  if (post?.account_id !== visit.account.account_id) return childInsights(sandbox, visit, id)
  const product = productOf(post)
  const ageMs = sandbox.nowMs() + sandbox.settings.for('instagram').metrics_ahead_ms - post.created_ms
  // A story and its metrics disappear after a day.
  const isGone = product === 'STORY' && ageMs > dayMs
  const stats = isGone ? null : sandbox.stats.of(post)
  // The same code as for a missing permission; only the message differs.
  if (product === 'STORY' && stats && stats.reach < storyViewersMin)
    throw new Refusal(graphError({ code: 10, message: '(#10) Not enough viewers for the media to show insights' }))
  return insightsAnswer(visit, metrics[product], stats)
}

function childInsights(sandbox: Sandbox, visit: Visit, id: string): Answer {
  const posts = sandbox.posts.of('instagram', visit.account.account_id)
  const parent = posts.find((post) => childIdsOf(post).includes(id))
  const media = parent?.media[childIdsOf(parent).indexOf(id)]
  if (!parent || parent.deleted_ms !== null || !media) throw unknownObject('GET', id)
  const hasMetrics = isVideoName(media.file) && sandbox.settings.for('instagram').carousel_child_insights
  return insightsAnswer(visit, childMetrics, hasMetrics ? sandbox.stats.of({ ...parent, id }) : null)
}

const childIdsOf = ({ detail }: StoredPost): unknown[] => (Array.isArray(detail.child_ids) ? detail.child_ids : [])

type Product = 'FEED' | 'REELS' | 'STORY'

const productOf = ({ detail: { shape } }: StoredPost): Product =>
  shape === 'REELS' || shape === 'STORY' ? shape : 'FEED'

/** `GET /{id}`: the account, a container or a published medium. */
export function readNode(sandbox: Sandbox, containers: Containers, visit: Visit): Answer {
  const { params, account } = visit
  if (isOwnAccount(visit)) return nodeAnswer(visit, userType(sandbox), account)
  const container = containers.get(params.id ?? '', account.account_id)
  if (container) return nodeAnswer(visit, containerType(containers), container)
  return nodeAnswer(visit, mediaType(sandbox), requireOwnPost(sandbox, visit))
}

/** `GET /{ig-id}/media` and `/stories`. Stories have their own list and disappear after a day. */
export function listMedia(sandbox: Sandbox, visit: Visit, list: 'posts' | 'stories'): Answer {
  requireOwnAccount(visit)
  const { account } = visit
  const nowMs = sandbox.nowMs()
  const isListed = (post: StoredPost): boolean =>
    productOf(post) === 'STORY' ? list === 'stories' && nowMs - post.created_ms < dayMs : list === 'posts'
  const posts = sandbox.posts.visible('instagram', account.account_id, nowMs, isListed)
  return listAnswer(visit, mediaType(sandbox), posts)
}

export function readPublishingLimit(sandbox: Sandbox, visit: Visit): Answer {
  const used = sandbox.posts.countSince('instagram', visit.account.account_id, sandbox.nowMs() - dayMs)
  const total = sandbox.settings.for('instagram').posts_per_day ?? limits.postsPerDay
  return quotaAnswer(visit, 'ContentPublishingLimitResponse', { '': { used, total } })
}

function containerType(containers: Containers): NodeType<Container> {
  const status = polledOnce(containers)
  return {
    name: 'IGMediaBuilder',
    fields: {
      id: ({ id }) => id,
      status_code: status,
      status: (container) => statusTexts[status(container)](containers.errorOf(container)),
    },
  }
}

const statusTexts: Record<ContainerStatus, (error: string | null) => string> = {
  IN_PROGRESS: () => 'In Progress: Media is still being processed.',
  FINISHED: () => 'Finished: Media has been uploaded and it is ready to be published.',
  ERROR: (error) => `Error: Media upload has failed with error code ${error}`,
  EXPIRED: () => 'Expired: Media has not been published within 24 hours.',
  PUBLISHED: () => 'Published: Media has been published.',
}

const userType = (sandbox: Sandbox): NodeType<Account> => ({
  name: 'IGUser',
  fields: {
    id: ({ account_id }) => account_id,
    user_id: ({ account_id }) => account_id,
    username: ({ handle }) => handle,
    name: ({ account_name }) => account_name,
    account_type: ({ account_type }) => account_type ?? 'BUSINESS',
    profile_picture_url: () => sandbox.avatarUrl,
  },
})

const isVideo = (media: StoredMedia | undefined): boolean => isVideoName(media?.file ?? '')

/** Reels and video stories have the type VIDEO; the product type tells them apart. */
const typeOf = ({ detail, media }: StoredPost): string =>
  detail.shape === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : isVideo(media[0]) ? 'VIDEO' : 'IMAGE'

const mediaType = (sandbox: Sandbox): NodeType<StoredPost> => ({
  name: 'IGMedia',
  fields: {
    id: ({ id }) => id,
    caption: ({ text }) => text || undefined,
    alt_text: ({ media, detail }) => (detail.shape === 'IMAGE' ? (media[0]?.alt_text ?? undefined) : undefined),
    media_type: typeOf,
    media_product_type: productOf,
    media_url: ({ media }) => media[0] && sandbox.mediaUrl(media[0]),
    permalink: (post) => sandbox.permalink(post),
    shortcode: ({ detail }) => detail.shortcode,
    timestamp: ({ created_ms }) => graphTimestamp(created_ms),
    like_count: (post) => sandbox.stats.of(post)?.likes ?? 0,
    comments_count: (post) => sandbox.stats.of(post)?.comments ?? 0,
    children: (post, children) =>
      post.detail.shape === 'CAROUSEL' ? { data: childNodes(sandbox, post, children) } : undefined,
  },
})

/** Children have no permalink and no caption. */
function childNodes(sandbox: Sandbox, post: StoredPost, wanted: Field[] | null): unknown[] {
  const ids = childIdsOf(post)
  const type: NodeType<{ id: unknown; media: StoredMedia }> = {
    name: 'IGMedia',
    fields: {
      id: ({ id }) => id,
      media_type: ({ media }) => (isVideo(media) ? 'VIDEO' : 'IMAGE'),
      media_url: ({ media }) => sandbox.mediaUrl(media),
      alt_text: ({ media }) => media.alt_text ?? undefined,
      timestamp: () => graphTimestamp(post.created_ms),
    },
  }
  if (wanted?.length === 0) throw badParameter('Syntax error: the braces of children are empty')
  return post.media.map((media, i) => showNode(type, { id: ids[i], media }, wanted ?? undefined))
}
