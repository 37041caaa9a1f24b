import type { Account } from '../accounts'
import { type Answer, emptyAnswer, jsonAnswer } from '../exchange'
import { digits } from '../ids'
import { examine } from '../images'
import type { LedgerMedia, LedgerPost } from '../ledger'
import { fetchMedia } from '../media-fetch'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import type { Boards } from './boards'
import {
  badRequest,
  bodyOf,
  coverMissing,
  formatRefused,
  imageTooLarge,
  pinNotFound,
  refuse,
  unreachable,
} from './errors'
import { requireQuery, showPin } from './read'
import { limits, type MediaSource, NewPin, type VideoSource } from './rules'
import type { Uploads } from './uploads'

/** What the network's calls share. */
export type Desk = { sandbox: Sandbox; boards: Boards; uploads: Uploads }

/** `POST /v5/pins`. */
export async function createPin({ sandbox, boards, uploads }: Desk, { call, account }: Visit): Promise<Answer> {
  requireQuery(call, ['ad_account_id'])
  const given = bodyOf(call, NewPin)
  const board = boards.require(given.board_id, account.account_id, call, 'pins:write_secret')
  if (given.board_section_id) boards.requireSection(given.board_section_id, board.id)
  const altText = given.alt_text ?? null
  const { media, detail } =
    given.media_source.source_type === 'video_id'
      ? await filmOf({ sandbox, uploads }, account, given.media_source, altText)
      : { media: await imagesOf(sandbox, given.media_source, altText), detail: {} }
  // Only now, after every wait: a pin that is refused must not have been public for a moment.
  const quota = sandbox.settings.for('pinterest').posts_per_day
  if (
    quota !== null &&
    sandbox.ledger.countSince('pinterest', account.account_id, sandbox.nowMs() - 86_400_000) >= quota
  ) {
    throw refuse(429, 29, 'Rate limit exceeded.')
  }
  const id = digits('8137', 18)
  const post = sandbox.publish({
    network: 'pinterest',
    account_id: account.account_id,
    id,
    parent_id: null,
    title: given.title ?? null,
    text: given.description ?? '',
    link: given.link ?? null,
    media,
    path: `/feed/pinterest/pin/${id}/`,
    call_id: call.id,
    detail: {
      board_id: board.id,
      board_section_id: given.board_section_id ?? null,
      dominant_color: given.dominant_color ?? '#6e7874',
      alt_text: altText,
      ...(sandbox.settings.for('pinterest').trial_access ? { is_trial: true } : {}),
      ...detail,
    },
  })
  return jsonAnswer(201, showPin(sandbox, post))
}

export function deletePin(sandbox: Sandbox, { call, account, params }: Visit): Answer {
  requireQuery(call, ['ad_account_id'])
  const post = sandbox.ledger.find('pinterest', params.id ?? '')
  if (post?.account_id !== account.account_id) throw pinNotFound()
  sandbox.ledger.remove(post, sandbox.nowMs())
  return emptyAnswer(204)
}

type Film = { media: LedgerMedia[]; detail: LedgerPost['detail'] }

/** A film that is uploaded and processed, with the picture that stands for it. */
async function filmOf(
  { sandbox, uploads }: Pick<Desk, 'sandbox' | 'uploads'>,
  account: Account,
  source: VideoSource,
  altText: string | null,
): Promise<Film> {
  const { media_id, cover_image_url, cover_image_data, cover_image_content_type, cover_image_key_frame_time } = source
  const hasData = Boolean(cover_image_data && cover_image_content_type)
  if (!cover_image_url && !hasData && typeof cover_image_key_frame_time !== 'number') throw coverMissing()
  const upload = uploads.requireDone(media_id, account.account_id)
  const cover = cover_image_url
    ? await pull(sandbox, cover_image_url, null)
    : hasData
      ? await decode(sandbox, cover_image_data ?? '', null)
      : null
  const film = { ...upload.film, alt_text: altText }
  return { media: [film], detail: { cover_file: cover?.file ?? null, duration_ms: upload.duration_ms } }
}

type ImageSource = Exclude<MediaSource, { source_type: 'video_id' }>

async function imagesOf(sandbox: Sandbox, source: ImageSource, altText: string | null): Promise<LedgerMedia[]> {
  switch (source.source_type) {
    case 'image_url':
      return [await pull(sandbox, source.url, altText)]
    case 'image_base64':
      return [await decode(sandbox, source.data, altText)]
    case 'multiple_image_urls':
      return sameSize(await Promise.all(source.items.map(({ url }) => pull(sandbox, url, altText))))
    case 'multiple_image_base64':
      return sameSize(await Promise.all(source.items.map(({ data }) => decode(sandbox, data, altText))))
  }
}

/** The pictures of a carousel pin have one ratio; a few pixels of rounding are forgiven. */
function sameSize(media: LedgerMedia[]): LedgerMedia[] {
  const ratios = media.map(({ width, height }) => width / height)
  if (Math.max(...ratios) - Math.min(...ratios) > 0.02)
    throw badRequest('The images of a carousel must have the same dimensions')
  return media
}

async function pull(sandbox: Sandbox, url: string, altText: string | null): Promise<LedgerMedia> {
  const fetched = await fetchMedia(url, limits.imageBytesMax)
  if (fetched === 'too_large') throw imageTooLarge()
  if (fetched === 'unreachable' || fetched === 'timeout') throw unreachable()
  if (!fetched.image || !limits.imageFormats.includes(fetched.image.format)) throw formatRefused()
  return sandbox.keep(fetched.bytes, fetched.image, url, altText)
}

async function decode(sandbox: Sandbox, data: string, altText: string | null): Promise<LedgerMedia> {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > limits.imageBytesMax) throw imageTooLarge()
  const image = await examine(bytes)
  if (!image || !limits.imageFormats.includes(image.format)) throw formatRefused()
  return sandbox.keep(bytes, image, null, altText)
}
