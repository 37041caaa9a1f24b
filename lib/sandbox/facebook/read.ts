import { z } from 'zod'
import type { Account } from '../accounts'
import { type Answer, jsonAnswer } from '../exchange'
import type { LedgerMedia, LedgerPost } from '../ledger'
import { unknownObject } from '../meta/envelope'
import { graphTimestamp, type NodeFields, parseFields, project } from '../meta/fields'
import { graphPage, pagingParameters } from '../meta/paging'
import { parametersOf } from '../meta/parameters'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { countFields } from './metrics'
import { type Photo, requireOwnNode } from './publish'
import { statusOf, type Video, type Videos } from './videos'

const FieldsParameter = z.strictObject({ fields: z.string().min(1).optional() })

/** A page, one of its posts, photos or films: the id decides. */
export function readNode(sandbox: Sandbox, photos: Shelf<Photo>, videos: Videos, visit: Visit): Answer {
  const { id = '' } = visit.params
  const { account } = visit
  const { fields } = parametersOf(visit.call, FieldsParameter)
  if (id === 'me' || id === account.account_id) {
    return jsonAnswer(200, project('Page', pageFields(sandbox), account, parseFields(fields ?? 'name,id')))
  }
  const photo = photos.get(id)
  if (photo?.account_id === account.account_id) {
    return jsonAnswer(200, project('Photo', photoFields(sandbox), photo, parseFields(fields ?? 'created_time,id')))
  }
  const video = videos.get(id, account.account_id)
  if (video) {
    return jsonAnswer(
      200,
      project('Video', videoFields(sandbox, videos), video, parseFields(fields ?? 'created_time,id')),
    )
  }
  const post = sandbox.ledger.find('facebook', id)
  if (post?.account_id !== account.account_id) throw unknownObject('GET', id)
  const wanted = parseFields(fields ?? 'created_time,message,id')
  return jsonAnswer(200, project('Post', postFields(sandbox), post, wanted))
}

/** `GET /{page-id}/feed`, `/posts` and `/published_posts`: a page that nobody else writes on has the same in all three. */
export function listPosts(sandbox: Sandbox, visit: Visit): Answer {
  requireOwnNode(visit)
  const { fields = 'created_time,message,id', ...paging } = parametersOf(visit.call, z.strictObject(pagingParameters))
  const wanted = parseFields(fields)
  const known = postFields(sandbox)
  const all = sandbox.ledger.visible('facebook', visit.account.account_id, sandbox.nowMs())
  // Stories stand in a list of their own.
  const posts = filter(all, ({ detail }) => detail.kind !== 'story')
  const show = (post: LedgerPost) => project('Post', known, post, wanted)
  return jsonAnswer(200, graphPage(posts, paging, show, visit.call.address))
}

function* filter(posts: Iterable<LedgerPost>, isWanted: (post: LedgerPost) => boolean): Generator<LedgerPost> {
  for (const post of posts) if (isWanted(post)) yield post
}

/** `GET /{page-id}/videos`: films that were posted as such, processed or not, newest first. */
export function listVideos(sandbox: Sandbox, videos: Videos, visit: Visit): Answer {
  requireOwnNode(visit)
  const { fields = 'created_time,id', ...paging } = parametersOf(visit.call, z.strictObject(pagingParameters))
  const wanted = parseFields(fields)
  const known = videoFields(sandbox, videos)
  const all = sandbox.ledger.visible('facebook', visit.account.account_id, sandbox.nowMs())
  const posts = filter(all, ({ detail }) => detail.kind === 'video' || detail.kind === 'reel')
  const show = (post: LedgerPost) => {
    const video = videos.shelf.get(String(post.detail.media_id))
    return video ? project('Video', known, video, wanted) : { id: post.detail.media_id }
  }
  return jsonAnswer(200, graphPage(posts, paging, show, visit.call.address))
}

/** `GET /{page-id}/photos?type=uploaded`: photos of posts, newest first. */
export function listPhotos(sandbox: Sandbox, photos: Shelf<Photo>, visit: Visit): Answer {
  requireOwnNode(visit)
  const parameters = z.strictObject({
    fields: pagingParameters.fields,
    limit: pagingParameters.limit,
    type: z.enum(['uploaded', 'tagged', 'profile']).optional(),
  })
  const { fields = 'created_time,id', limit = 25 } = parametersOf(visit.call, parameters)
  const nowMs = sandbox.nowMs()
  const shown = [...photos.values()].filter((photo) => {
    const post = photo.post_id === null ? undefined : sandbox.ledger.find('facebook', photo.post_id)
    return photo.account_id === visit.account.account_id && post !== undefined && post.visible_ms <= nowMs
  })
  const wanted = parseFields(fields)
  const known = photoFields(sandbox)
  const data = shown
    .slice(-limit)
    .reverse()
    .map((photo) => project('Photo', known, photo, wanted))
  return jsonAnswer(200, { data })
}

export function postFields(sandbox: Sandbox): NodeFields<LedgerPost> {
  return {
    id: ({ id }) => id,
    message: ({ text }) => text || undefined,
    created_time: ({ created_ms }) => graphTimestamp(created_ms),
    updated_time: ({ created_ms }) => graphTimestamp(created_ms),
    permalink_url: (post) => sandbox.permalink(post),
    is_published: () => true,
    is_hidden: () => false,
    status_type: ({ media, detail }) =>
      detail.kind ? 'added_video' : media.length > 0 ? 'added_photos' : 'mobile_status_update',
    full_picture: ({ media }) => media[0] && sandbox.mediaUrl(media[0]),
    from: ({ account_id }) => ({ name: sandbox.accounts.get('facebook', account_id)?.account_name, id: account_id }),
    attachments: (post) => attachments(sandbox, post),
    ...countFields(sandbox),
  }
}

/** One photo is the attachment itself; several stand below an album. */
function attachments(sandbox: Sandbox, post: LedgerPost): unknown {
  const url = sandbox.permalink(post)
  if (post.detail.kind === 'video' || post.detail.kind === 'reel') {
    return { data: [{ media_type: 'video', type: 'video_inline', target: { id: post.detail.media_id }, url }] }
  }
  const photo = (media: LedgerMedia) => ({
    media_type: 'photo',
    description: media.alt_text ?? undefined,
    media: { image: { height: media.height, src: sandbox.mediaUrl(media), width: media.width } },
    type: 'photo',
    url,
  })
  const [first, second] = post.media
  if (first && second) return { data: [{ subattachments: { data: post.media.map(photo) }, type: 'album', url }] }
  if (first) return { data: [photo(first)] }
  return post.link === null
    ? undefined
    : { data: [{ media_type: 'link', type: 'share', url: post.link, unshimmed_url: post.link }] }
}

function photoFields(sandbox: Sandbox): NodeFields<Photo> {
  return {
    id: ({ id }) => id,
    created_time: ({ created_ms }) => graphTimestamp(created_ms),
    name: ({ caption }) => caption || undefined,
    alt_text_custom: ({ media }) => media.alt_text ?? undefined,
    width: ({ media }) => media.width,
    height: ({ media }) => media.height,
    picture: ({ media }) => sandbox.mediaUrl(media),
    images: ({ media }) => [{ height: media.height, source: sandbox.mediaUrl(media), width: media.width }],
    link: ({ post_id }) => permalinkOf(sandbox, post_id),
    page_story_id: ({ post_id }) => post_id ?? undefined,
  }
}

function videoFields(sandbox: Sandbox, videos: Videos): NodeFields<Video> {
  return {
    id: ({ id }) => id,
    created_time: ({ created_ms }) => graphTimestamp(created_ms),
    updated_time: ({ created_ms }) => graphTimestamp(created_ms),
    description: ({ description }) => description || undefined,
    // Without the page in front, which every other name of a post has.
    post_id: ({ post_id }) => post_id?.split('_').at(-1),
    permalink_url: ({ post_id }) => permalinkOf(sandbox, post_id),
    source: ({ media }) => media && sandbox.mediaUrl(media),
    published: ({ post_id }) => post_id !== null,
    status: (video) => statusOf(videos, video),
  }
}

function permalinkOf(sandbox: Sandbox, postId: string | null): string | undefined {
  const post = postId === null ? undefined : sandbox.ledger.find('facebook', postId)
  return post && sandbox.permalink(post)
}

function pageFields(sandbox: Sandbox): NodeFields<Account> {
  return {
    id: ({ account_id }) => account_id,
    name: ({ account_name }) => account_name,
    username: ({ handle }) => handle,
    link: ({ account_id }) => `${sandbox.origin}/feed?network=facebook&account=${account_id}`,
    category: () => 'Brand',
    followers_count: () => 0,
    fan_count: () => 0,
    picture: () => ({ data: { url: `${sandbox.origin}/samples/dawn.jpg` } }),
  }
}
