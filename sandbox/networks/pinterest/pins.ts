import { type Answer, jsonAnswer, type Visit } from '../../http/call'
import { fetchImage } from '../../media/images'
import { digits } from '../../state/ids'
import type { StoredMedia, StoredPost } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import type { PostStats } from '../../state/stats'
import type { Boards } from './boards'
import {
  badRequest,
  bodyOf,
  invalid,
  limits,
  type MediaSource,
  NewPin,
  page,
  refusal,
  requireQuery,
  type VideoSource,
} from './request'
import type { Uploads } from './uploads'

const listParameters = ['page_size', 'bookmark']

export function readUser(sandbox: Sandbox, boards: Boards, { call, account }: Visit): Answer {
  requireQuery(call)
  return jsonAnswer(200, {
    id: account.account_id,
    username: account.handle,
    account_type: 'BUSINESS',
    business_name: account.account_name,
    about: '',
    profile_image: sandbox.avatarUrl,
    website_url: '',
    follower_count: 0,
    following_count: 0,
    monthly_views: 0,
    pin_count: sandbox.posts.countVisible('pinterest', account.account_id, sandbox.nowMs()),
    board_count: boards.of(account.account_id).length,
  })
}

export function listPins(sandbox: Sandbox, visit: Visit): Answer {
  requireQuery(visit.call, listParameters)
  return pinPage(sandbox, visit, () => true)
}

export function listBoardPins(sandbox: Sandbox, boards: Boards, visit: Visit): Answer {
  requireQuery(visit.call, listParameters)
  const { id } = boards.inPath(visit, 'pins:read_secret')
  return pinPage(sandbox, visit, ({ detail }) => detail.board_id === id)
}

export function listSectionPins(sandbox: Sandbox, boards: Boards, visit: Visit): Answer {
  requireQuery(visit.call, ['page_size', 'bookmark'])
  const { id } = boards.inPath(visit, 'pins:read_secret')
  const { section = '' } = visit.params
  boards.requireSection(section, id)
  return pinPage(sandbox, visit, ({ detail }) => detail.board_id === id && detail.board_section_id === section)
}

function pinPage(sandbox: Sandbox, { call, account }: Visit, isListed: (pin: StoredPost) => boolean): Answer {
  const pins = sandbox.posts.visible('pinterest', account.account_id, sandbox.nowMs(), isListed)
  const body = page(call, pins, (pin) => showPin(sandbox, pin))
  return jsonAnswer(200, body)
}

function showPin(sandbox: Sandbox, post: StoredPost): unknown {
  const { detail, media } = post
  const isVideo = detail.cover_file !== undefined
  return {
    id: post.id,
    created_at: new Date(post.created_ms).toISOString().slice(0, 19),
    link: post.link,
    title: post.title,
    description: post.text,
    alt_text: detail.alt_text,
    board_id: detail.board_id,
    board_section_id: detail.board_section_id,
    board_owner: { username: sandbox.accounts.get('pinterest', post.account_id)?.handle },
    creative_type: isVideo ? 'VIDEO' : media.length > 1 ? 'CAROUSEL' : 'REGULAR',
    is_owner: true,
    media: isVideo ? showVideo(sandbox, post) : showImages(sandbox, media),
  }
}

const showVideo = (sandbox: Sandbox, { media: [video], detail }: StoredPost) => ({
  media_type: 'video',
  cover_image_url: typeof detail.cover_file === 'string' ? `${sandbox.origin}/media/${detail.cover_file}` : null,
  duration: detail.duration_ms ?? null,
  width: video?.width ?? null,
  height: video?.height ?? null,
  video_url: null,
})

function showImages(sandbox: Sandbox, media: StoredMedia[]): unknown {
  const [first] = media
  if (media.length < 2) return { media_type: 'image', images: first ? sizes(sandbox, first) : {} }
  const items = media.map((image) => ({ item_type: 'image', images: sizes(sandbox, image) }))
  return { media_type: 'multiple_images', items }
}

const widths = { '150x150': 150, '400x300': 400, '600x': 600, '1200x': 1200 }

/** All sizes have the same file. */
const sizes = (sandbox: Sandbox, media: StoredMedia) =>
  Object.fromEntries(
    Object.entries(widths).map(([name, width]) => {
      const height = name === '150x150' ? 150 : Math.round((width * media.height) / media.width)
      return [name, { width, height, url: sandbox.mediaUrl(media) }]
    }),
  )

type Library = { boards: Boards; uploads: Uploads }
type PinMedia = { media: StoredMedia[]; detail: StoredPost['detail'] }

export async function createPin(sandbox: Sandbox, library: Library, visit: Visit): Promise<Answer> {
  const { call, account } = visit
  requireQuery(call)
  const given = bodyOf(call, NewPin)
  const { boards, uploads } = library
  const board = boards.require(given.board_id, account.account_id, call, 'pins:write_secret')
  if (given.board_section_id) boards.requireSection(given.board_section_id, board.id)
  const alt_text = given.alt_text ?? null
  const source = given.media_source
  const { media, detail } =
    source.source_type === 'video_id'
      ? await videoOf(sandbox, uploads, account.account_id, source, alt_text)
      : { media: await imagesOf(sandbox, source, alt_text), detail: {} }
  // Last, so that a refused pin is never public.
  if (sandbox.isQuotaUsed(account, null)) throw refusal('rateLimited')
  const id = digits('8137', 18)
  const post = sandbox.publish(visit, {
    id,
    title: given.title ?? null,
    text: given.description ?? '',
    link: given.link ?? null,
    media,
    path: `/feed/pinterest/pin/${id}/`,
    detail: {
      board_id: board.id,
      board_section_id: given.board_section_id ?? null,
      alt_text,
      ...(sandbox.settings.for('pinterest').trial_access && { is_trial: true }),
      ...detail,
    },
  })
  return jsonAnswer(201, showPin(sandbox, post))
}

async function videoOf(
  sandbox: Sandbox,
  uploads: Uploads,
  accountId: string,
  source: VideoSource,
  altText: string | null,
): Promise<PinMedia> {
  const { media_id, cover_image_url } = source
  if (!cover_image_url)
    throw invalid(
      "one of cover_image_url or cover_image_content_type and cover_image_data or cover_image_key_frame_time is required for source_type 'video_id'",
    )
  const { stored, duration_ms } = uploads.requireDone(media_id, accountId)
  const { file } = await pullImage(sandbox, cover_image_url, null)
  return { media: [{ ...stored, alt_text: altText }], detail: { cover_file: file, duration_ms } }
}

type ImageSource = Exclude<MediaSource, { source_type: 'video_id' }>

async function imagesOf(sandbox: Sandbox, source: ImageSource, altText: string | null): Promise<StoredMedia[]> {
  switch (source.source_type) {
    case 'image_url':
      return [await pullImage(sandbox, source.url, altText)]
    case 'multiple_image_urls':
      return sameRatio(await Promise.all(source.items.map(({ url }) => pullImage(sandbox, url, altText))))
  }
}

/** The tolerance is for rounding. */
function sameRatio(media: StoredMedia[]): StoredMedia[] {
  const ratios = media.map(({ width, height }) => width / height)
  if (Math.max(...ratios) - Math.min(...ratios) > 0.02)
    throw badRequest('The images of a carousel must have the same dimensions')
  return media
}

async function pullImage(sandbox: Sandbox, url: string, altText: string | null): Promise<StoredMedia> {
  const fetched = await fetchImage(url, limits.imageBytesMax)
  if (fetched === 'too_large') throw refusal('imageTooLarge')
  if (fetched === 'unreachable' || fetched === 'timeout') throw refusal('unreachable')
  if (!fetched.image || !limits.imageFormats.includes(fetched.image.format)) throw refusal('formatRefused')
  return sandbox.store(fetched.bytes, fetched.image, url, altText)
}

type Metrics = Record<string, (stats: PostStats) => number>

/** Per day of the requested window. */
const daily: Metrics = {
  IMPRESSION: ({ views }) => views,
  SAVE: ({ saves }) => saves,
  PIN_CLICK: ({ close_ups }) => close_ups,
  OUTBOUND_CLICK: ({ clicks }) => clicks,
}
/** Only for the pin's whole lifetime. */
const lifetime: Metrics = { TOTAL_COMMENTS: ({ comments }) => comments, TOTAL_REACTIONS: ({ likes }) => likes }
const known = { ...daily, ...lifetime }

const parameters = ['start_date', 'end_date', 'metric_types', 'app_types', 'split_field']
const daysBackMax = 90

export function readAnalytics(sandbox: Sandbox, { call, account, params }: Visit): Answer {
  requireQuery(call, parameters)
  const start = dayIn(call.query, 'start_date')
  const end = dayIn(call.query, 'end_date')
  if (start < Math.floor(sandbox.nowMs() / dayMs) - daysBackMax) throw invalid('start_date is more than 90 days ago')
  if (end < start) throw invalid('end_date is before start_date')
  const types = (call.query.get('metric_types') ?? '').split(',')
  const unknown = types.find((type) => !Object.hasOwn(known, type))
  if (unknown !== undefined) throw invalid(`'${unknown}' is not one of the metric types of a pin`)
  const post = sandbox.posts.find('pinterest', params.id ?? '')
  if (post?.account_id !== account.account_id) throw refusal('pinNotFound')
  const stats = sandbox.stats.of(post)
  const pick = (metrics: Metrics, from: PostStats | null) =>
    Object.fromEntries(types.flatMap((type) => (metrics[type] ? [[type, from ? metrics[type](from) : 0]] : [])))
  return jsonAnswer(200, {
    all: {
      daily_metrics: daysBetween(start, end).map((day) => showDay(post, day, stats, (from) => pick(daily, from))),
      // 0 if not counted yet, which only the status of the days shows.
      summary_metrics: pick(daily, stats),
      lifetime_metrics: stats ? pick(lifetime, stats) : {},
    },
  })
}

const daysBetween = (start: number, end: number): number[] =>
  Array.from({ length: end - start + 1 }, (_, offset) => start + offset)

/** The first day has all of the post's stats. */
function showDay(
  { created_ms }: StoredPost,
  day: number,
  stats: PostStats | null,
  pick: (stats: PostStats | null) => Record<string, number>,
): unknown {
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  const firstDay = Math.floor(created_ms / dayMs)
  if (day < firstDay) return { date, data_status: 'BEFORE_PIN_CREATED', metrics: {} }
  const data_status = stats === null ? 'PROCESSING' : 'READY'
  return { date, data_status, metrics: pick(day === firstDay ? stats : null) }
}

function dayIn(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? ''
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms)) throw invalid(`'${name}' is a required property and must be YYYY-MM-DD`)
  return Math.floor(ms / dayMs)
}
