import { type Answer, type Call, jsonAnswer } from '../exchange'
import type { LedgerMedia, LedgerPost } from '../ledger'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import type { Boards } from './boards'
import { badRequest, pinNotFound } from './errors'

const listParameters = ['page_size', 'bookmark', 'ad_account_id', 'creative_types', 'pin_metrics']
const ownListParameters = [...listParameters, 'pin_filter', 'include_protected_pins', 'pin_type']

export function readUser(sandbox: Sandbox, boards: Boards, { call, account }: Visit): Answer {
  requireQuery(call, ['ad_account_id'])
  const pins = sandbox.ledger.countVisible('pinterest', account.account_id, sandbox.nowMs())
  return jsonAnswer(200, {
    id: account.account_id,
    username: account.handle,
    account_type: 'BUSINESS',
    business_name: account.account_name,
    about: '',
    profile_image: `${sandbox.origin}/samples/dawn.jpg`,
    website_url: '',
    follower_count: 0,
    following_count: 0,
    monthly_views: 0,
    pin_count: pins,
    board_count: boards.of(account.account_id).length,
  })
}

export function listPins(sandbox: Sandbox, { call, account }: Visit): Answer {
  requireQuery(call, ownListParameters)
  const pins = sandbox.ledger.visible('pinterest', account.account_id, sandbox.nowMs())
  return jsonAnswer(
    200,
    page(call, pins, (pin) => showPin(sandbox, pin)),
  )
}

export function listBoardPins(sandbox: Sandbox, boards: Boards, { call, account, params }: Visit): Answer {
  requireQuery(call, listParameters)
  const board = boards.require(params.id ?? '', account.account_id, call, 'pins:read_secret')
  const pins = sandbox.ledger.visible('pinterest', account.account_id, sandbox.nowMs())
  return jsonAnswer(
    200,
    page(call, ofBoard(pins, board.id), (pin) => showPin(sandbox, pin)),
  )
}

/** `GET /boards/{id}/sections/{section}/pins`. */
export function listSectionPins(sandbox: Sandbox, boards: Boards, { call, account, params }: Visit): Answer {
  requireQuery(call, ['page_size', 'bookmark', 'ad_account_id'])
  const board = boards.require(params.id ?? '', account.account_id, call, 'pins:read_secret')
  const section = params.section ?? ''
  boards.requireSection(section, board.id)
  const pins = sandbox.ledger.visible('pinterest', account.account_id, sandbox.nowMs())
  const inIt = [...ofBoard(pins, board.id)].filter((pin) => pin.detail.board_section_id === section)
  return jsonAnswer(
    200,
    page(call, inIt, (pin) => showPin(sandbox, pin)),
  )
}

function* ofBoard(pins: Iterable<LedgerPost>, boardId: string): Generator<LedgerPost> {
  for (const pin of pins) if (pin.detail.board_id === boardId) yield pin
}

export function readPin(sandbox: Sandbox, { call, account, params }: Visit): Answer {
  requireQuery(call, ['ad_account_id', 'pin_metrics'])
  const post = sandbox.ledger.find('pinterest', params.id ?? '')
  if (post?.account_id !== account.account_id) throw pinNotFound()
  return jsonAnswer(200, showPin(sandbox, post))
}

/** One page: the bookmark is the id of the last item, and null at the end. */
export function page<T extends { id: string }>(call: Call, items: Iterable<T>, show: (item: T) => unknown): unknown {
  const size = Number(call.query.get('page_size') ?? 25)
  if (!Number.isInteger(size) || size < 1 || size > 250) {
    throw badRequest('Invalid request: page_size must be between 1 and 250')
  }
  const bookmark = call.query.get('bookmark')
  const last = bookmark ? Buffer.from(bookmark, 'base64url').toString() : null
  let isOpen = last === null
  const shown: T[] = []
  for (const item of items) {
    if (isOpen) shown.push(item)
    else isOpen = item.id === last
    if (shown.length > size) break
  }
  if (!isOpen) throw badRequest('Invalid request: bookmark is not valid')
  const end = shown.length > size ? shown[size - 1] : undefined
  const next = end ? Buffer.from(end.id).toString('base64url') : null
  return { items: shown.slice(0, size).map(show), bookmark: next }
}

export function requireQuery(call: Call, known: readonly string[]): void {
  const stranger = [...call.query.keys()].find((name) => !known.includes(name))
  if (stranger !== undefined) throw badRequest(`Invalid request: query parameter '${stranger}' is not known`)
}

export function showPin(sandbox: Sandbox, post: LedgerPost): unknown {
  const isFilm = post.detail.cover_file !== undefined
  return {
    id: post.id,
    created_at: new Date(post.created_ms).toISOString().slice(0, 19),
    link: post.link,
    title: post.title,
    description: post.text,
    dominant_color: post.detail.dominant_color,
    alt_text: post.detail.alt_text,
    board_id: post.detail.board_id,
    board_section_id: post.detail.board_section_id,
    board_owner: { username: sandbox.accounts.get('pinterest', post.account_id)?.handle },
    creative_type: isFilm ? 'VIDEO' : post.media.length > 1 ? 'CAROUSEL' : 'REGULAR',
    is_owner: true,
    is_standard: true,
    has_been_promoted: false,
    parent_pin_id: null,
    note: '',
    media: isFilm ? showFilm(sandbox, post) : showImages(sandbox, post),
    pin_metrics: null,
  }
}

function showFilm(sandbox: Sandbox, { media, detail }: LedgerPost): unknown {
  const [film] = media
  const cover = typeof detail.cover_file === 'string' ? `${sandbox.origin}/media/${detail.cover_file}` : null
  return {
    media_type: 'video',
    cover_image_url: cover,
    duration: detail.duration_ms ?? null,
    width: film?.width ?? null,
    height: film?.height ?? null,
    video_url: null,
  }
}

function showImages(sandbox: Sandbox, { media }: LedgerPost): unknown {
  const [first] = media
  if (media.length < 2) return { media_type: 'image', images: first ? sizes(sandbox, first) : {} }
  return {
    media_type: 'multiple_images',
    items: media.map((image) => ({ item_type: 'image', images: sizes(sandbox, image) })),
  }
}

const widths: Record<string, number> = { '150x150': 150, '400x300': 400, '600x': 600, '1200x': 1200 }

/** All sizes are the one kept picture; only the numbers differ. */
function sizes(sandbox: Sandbox, media: LedgerMedia): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(widths).map(([name, width]) => {
      const height = name === '150x150' ? 150 : Math.round((width * media.height) / media.width)
      return [name, { width, height, url: sandbox.mediaUrl(media) }]
    }),
  )
}
