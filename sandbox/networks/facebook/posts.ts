import { z } from 'zod'
import { type Answer, jsonAnswer, type Visit } from '../../http/call'
import { isVideoName } from '../../media/files'
import type { Account } from '../../state/accounts'
import type { StoredMedia, StoredPost } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import { badParameter, unknownObject } from '../meta/errors'
import {
  graphTimestamp,
  insightsAnswer,
  isOwnAccount,
  listAnswer,
  listParameters,
  type Metrics,
  type NodeType,
  nodeAnswer,
  pageAnswer,
  parametersOf,
  requireOwnAccount,
  requireOwnPost,
  showNode,
} from '../meta/nodes'
import {
  checkMessage,
  newPostId,
  type Photos,
  pathOf,
  requireUnpublished,
  statusOf,
  type Video,
  type Videos,
} from './media'
import { FeedParameters } from './rules'

const loves = (likes: number): number => Math.floor(likes / 4)

/** The metrics of v25. `post_impressions*` and `post_engaged_users` no longer exist. */
const metrics: Metrics = {
  post_media_view: ({ views }) => views,
  post_total_media_view_unique: ({ reach }) => reach,
  post_reactions_by_type_total: ({ likes }) => ({ like: likes - loves(likes), love: loves(likes) }),
  // All clicks, including those on links.
  post_clicks: ({ clicks, close_ups }) => clicks + close_ups,
  post_clicks_by_type: ({ clicks, close_ups }) => ({ 'link clicks': clicks, 'other clicks': close_ups }),
  post_activity_by_action_type: ({ likes, comments, shares }) => ({ like: likes, comment: comments, share: shares }),
}

/** Counts that are fields of a post. `shares` is missing while there are none. */
function countFields(sandbox: Sandbox) {
  const total = (count = 0) => ({ data: [], summary: { total_count: count } })
  return {
    comments: (post: StoredPost) => total(sandbox.stats.of(post)?.comments),
    reactions: (post: StoredPost) => total(sandbox.stats.of(post)?.likes),
    shares: (post: StoredPost) => {
      const count = sandbox.stats.of(post)?.shares ?? 0
      return count > 0 ? { count } : undefined
    },
  }
}

const pageType: NodeType<Account> = {
  name: 'Page',
  defaultFields: 'name,id',
  fields: {
    id: ({ account_id }) => account_id,
    name: ({ account_name }) => account_name,
    username: ({ handle }) => handle,
  },
}

const postType = (sandbox: Sandbox): NodeType<StoredPost> => ({
  name: 'Post',
  defaultFields: 'created_time,message,id',
  fields: {
    id: ({ id }) => id,
    message: ({ text }) => text || undefined,
    created_time: ({ created_ms }) => graphTimestamp(created_ms),
    permalink_url: (post) => sandbox.permalink(post),
    full_picture: ({ media }) => media[0] && sandbox.mediaUrl(media[0]),
    attachments: (post) => attachments(sandbox, post),
    ...countFields(sandbox),
  },
})

/** A single photo is its own attachment; several are in an album. */
function attachments(sandbox: Sandbox, post: StoredPost): unknown {
  const url = sandbox.permalink(post)
  const { detail, media, link } = post
  if (detail.kind === 'video' || detail.kind === 'reel')
    return { data: [{ media_type: 'video', type: 'video_inline', target: { id: detail.media_id }, url }] }
  const photo = (media: StoredMedia) => ({
    media_type: 'photo',
    description: media.alt_text ?? undefined,
    media: { image: { height: media.height, src: sandbox.mediaUrl(media), width: media.width } },
    type: 'photo',
    url,
  })
  const [first, second] = media
  if (first && second) return { data: [{ subattachments: { data: media.map(photo) }, type: 'album', url }] }
  if (first) return { data: [photo(first)] }
  return link === null ? undefined : { data: [{ media_type: 'link', type: 'share', url: link, unshimmed_url: link }] }
}

/** An item of `GET /{page-id}/stories`. Older than a day means archived. */
const showStory = (sandbox: Sandbox, post: StoredPost): unknown => ({
  post_id: post.id,
  status: sandbox.nowMs() - post.created_ms < dayMs ? 'published' : 'archived',
  creation_time: String(Math.floor(post.created_ms / 1_000)),
  media_type: isVideoName(post.media[0]?.file ?? '') ? 'video' : 'photo',
  media_id: post.detail.media_id,
  url: sandbox.permalink(post),
})

const videoType = (sandbox: Sandbox, videos: Videos): NodeType<Video> => ({
  name: 'Video',
  defaultFields: 'created_time,id',
  fields: {
    id: ({ id }) => id,
    created_time: ({ created_ms }) => graphTimestamp(created_ms),
    description: ({ description }) => description || undefined,
    // Without the page id in front, unlike everywhere else.
    post_id: ({ post_id }) => post_id?.split('_').at(-1),
    permalink_url: ({ post_id }) => permalinkOf(sandbox, post_id),
    status: (video) => statusOf(videos, video),
  },
})

function permalinkOf(sandbox: Sandbox, postId: string | null): string | undefined {
  const post = sandbox.posts.find('facebook', postId ?? '')
  return post && sandbox.permalink(post)
}

/** `GET /{id}`: the page, a video or a post. */
export function readNode(sandbox: Sandbox, videos: Videos, visit: Visit): Answer {
  const { params, account } = visit
  const { id = '' } = params
  if (isOwnAccount(visit)) return nodeAnswer(visit, pageType, account)
  const video = videos.videos.own(id, account.account_id)
  if (video) return nodeAnswer(visit, videoType(sandbox, videos), video)
  return nodeAnswer(visit, postType(sandbox), requireOwnPost(sandbox, visit))
}

export const readInsights = (sandbox: Sandbox, visit: Visit): Answer =>
  insightsAnswer(visit, metrics, sandbox.stats.of(requireOwnPost(sandbox, visit)))

const postsOf = (sandbox: Sandbox, visit: Visit, kinds: unknown[]): Iterable<StoredPost> => {
  requireOwnAccount(visit)
  const isListed = ({ detail }: StoredPost) => kinds.includes(detail.kind)
  return sandbox.posts.visible('facebook', visit.account.account_id, sandbox.nowMs(), isListed)
}

/** `GET /{page-id}/published_posts`, newest first. */
export const listPosts = (sandbox: Sandbox, visit: Visit): Answer =>
  listAnswer(visit, postType(sandbox), postsOf(sandbox, visit, [undefined, 'video', 'reel']))

/** `GET /{page-id}/stories`, newest first. */
export function listStories(sandbox: Sandbox, visit: Visit): Answer {
  const stories = [...postsOf(sandbox, visit, ['story'])]
  parametersOf(visit.call, z.strictObject({}))
  return jsonAnswer(200, { data: stories.map((post) => showStory(sandbox, post)) })
}

/** `GET /{page-id}/videos`: posted videos and reels, processed or not, newest first. */
export function listVideos(sandbox: Sandbox, videos: Videos, visit: Visit): Answer {
  const posts = postsOf(sandbox, visit, ['video', 'reel'])
  const { fields, ...paging } = parametersOf(visit.call, z.strictObject(listParameters))
  return pageAnswer(visit, posts, paging, ({ detail }) => {
    const video = videos.videos.get(String(detail.media_id))
    return video ? showNode(videoType(sandbox, videos), video, fields) : { id: detail.media_id }
  })
}

/** `POST /{page-id}/feed`: text, a link, or photos that were uploaded unpublished. */
export function createPost(sandbox: Sandbox, photos: Photos, visit: Visit): Answer {
  requireOwnAccount(visit)
  const { message = '', link, attached_media = [] } = parametersOf(visit.call, FeedParameters)
  checkMessage(message)
  const attached = attached_media.map(({ media_fbid }) => requireUnpublished(photos, visit, media_fbid))
  if (!message && !link && attached.length === 0) throw badParameter('A post needs a message, a link or attached media')
  if (link && attached.length > 0) throw badParameter('A post has a link or attached media, not both')
  if (new Set(attached).size < attached.length) throw badParameter('The parameter attached_media names a photo twice')
  const id = newPostId(visit.account.account_id)
  const media = attached.map((photo) => photo.media)
  const post = { id, path: pathOf(visit.account, id), text: message, link: link ?? null, media }
  sandbox.publish(visit, post, () => {
    for (const photo of attached) photos.put({ ...photo, post_id: id })
  })
  return jsonAnswer(200, { id })
}

/** `DELETE /{photo}`: with its post, if it was published. */
export function deletePhoto(sandbox: Sandbox, photos: Photos, { account, params }: Visit): Answer {
  const { id = '' } = params
  const photo = photos.get(id)
  if (photo?.account_id !== account.account_id) throw unknownObject('DELETE', id)
  const post = sandbox.posts.find('facebook', photo.post_id ?? '')
  sandbox.log.batch(() => {
    if (post) sandbox.posts.remove(post, sandbox.nowMs())
    photos.drop(id)
  })
  return jsonAnswer(200, { success: true })
}
