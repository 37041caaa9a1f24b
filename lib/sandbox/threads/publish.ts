import { type Answer, jsonAnswer } from '../exchange'
import { digits, shortcode } from '../ids'
import type { LedgerMedia, LedgerPost } from '../ledger'
import { fetchMedia } from '../media-fetch'
import type { Containers } from '../meta/containers'
import { badParameter, unknownObject } from '../meta/envelope'
import { fetchFilm } from '../meta/film-fetch'
import { parametersOf } from '../meta/parameters'
import type { Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import { containerUnavailable, downloadTimedOut, fetchFailed, filmErrors, quotaReached, textTooLong } from './errors'
import { ContainerParameters, countText, filmLimits, limits, PublishParameters } from './rules'

type NewContainer = Parameters<Containers['add']>[1]

/** `POST /{user-id}/threads`. What is wrong with a picture or film itself shows in the container's status, not here. */
export async function createContainer(sandbox: Sandbox, containers: Containers, visit: Visit): Promise<Answer> {
  requireOwnNode(visit)
  const given = parametersOf(visit.call, ContainerParameters)
  checkWords(sandbox, given)
  checkForm(given)
  const made = await containerOf(sandbox, containers, visit, given)
  containers.add(visit.call, made, 'UNKNOWN')
  if (made.is_fetching) containers.fetchLater(made.id, () => pullFilm(sandbox, given))
  return jsonAnswer(200, { id: made.id })
}

type Name = keyof ContainerParameters
const words = ['text', 'reply_to_id', 'reply_control', 'topic_tag'] as const
/** What each media type takes besides itself. */
const forms: Record<ContainerParameters['media_type'], { needs: readonly Name[]; takes: readonly Name[] }> = {
  TEXT: { needs: ['text'], takes: [...words, 'link_attachment'] },
  IMAGE: { needs: ['image_url'], takes: [...words, 'image_url', 'alt_text', 'is_carousel_item'] },
  VIDEO: { needs: ['video_url'], takes: [...words, 'video_url', 'alt_text', 'is_carousel_item'] },
  CAROUSEL: { needs: [], takes: [...words, 'children'] },
}

function checkForm({ media_type: type, ...given }: ContainerParameters): void {
  const names = (Object.keys(given) as (keyof typeof given)[]).filter((name) => given[name] !== undefined)
  const missing = forms[type].needs.find((name) => !given[name as keyof typeof given])
  if (missing) throw badParameter(`The parameter ${missing} is required`)
  const strange = names.find((name) => !forms[type].takes.includes(name))
  if (strange) throw badParameter(`The parameter ${strange} is not for the media type ${type}`)
  if (given.is_carousel_item && words.some((name) => given[name] !== undefined)) {
    throw badParameter('A carousel item has no text, reply or topic of its own')
  }
}

async function containerOf(
  sandbox: Sandbox,
  containers: Containers,
  visit: Visit,
  given: ContainerParameters,
): Promise<NewContainer> {
  const common = {
    id: digits('18', 17),
    account_id: visit.account.account_id,
    shape: given.media_type,
    product: 'FEED' as const,
    is_item: given.is_carousel_item ?? false,
    text: given.text ?? '',
    link: given.link_attachment ?? null,
    children: [],
    is_fetching: given.media_type === 'VIDEO',
    reply_to_id: given.reply_to_id ?? null,
    error: null,
    media: [],
  }
  if (given.media_type === 'IMAGE') {
    return { ...common, ...(await pull(sandbox, given.image_url ?? '', given.alt_text ?? null)) }
  }
  if (given.media_type === 'CAROUSEL') return { ...common, ...childrenOf(containers, visit, given.children ?? []) }
  return common
}

async function pullFilm(sandbox: Sandbox, { video_url = '', alt_text }: ContainerParameters) {
  const fetched = await fetchFilm(sandbox, video_url, filmLimits, alt_text ?? null)
  return typeof fetched === 'string'
    ? { media: [], error: filmErrors[fetched] }
    : { media: [fetched.media], error: null }
}

function childrenOf(containers: Containers, visit: Visit, ids: string[]) {
  const { min, max } = limits.carousel
  if (ids.length < min || ids.length > max) throw badParameter(`A carousel needs between ${min} and ${max} children`)
  if (new Set(ids).size < ids.length) throw badParameter('The parameter children names an item twice')
  const media = ids.flatMap((id) => {
    const child = containers.get(id, visit.account.account_id)
    if (!child?.is_item) throw containerUnavailable(id)
    if (containers.statusOf(child) !== 'FINISHED') throw containerUnavailable(id)
    return child.media
  })
  return { children: ids, media }
}

/** `POST /{user-id}/threads_publish`. */
export function publishContainer(sandbox: Sandbox, containers: Containers, visit: Visit): Answer {
  requireOwnNode(visit)
  const { creation_id } = parametersOf(visit.call, PublishParameters)
  const { account } = visit
  const container = containers.get(creation_id, account.account_id)
  if (!container || container.is_item || containers.statusOf(container) !== 'FINISHED') {
    throw containerUnavailable(creation_id)
  }
  const parent = container.reply_to_id === null ? undefined : sandbox.ledger.find('threads', container.reply_to_id)
  if (container.reply_to_id !== null && !parent) throw containerUnavailable(container.reply_to_id)
  checkQuota(sandbox, account.account_id, parent !== undefined)
  const id = digits('18', 17)
  const code = shortcode()
  const post = {
    network: 'threads' as const,
    account_id: account.account_id,
    id,
    parent_id: parent?.id ?? null,
    title: null,
    text: container.text,
    link: container.link,
    media: container.media,
    path: `/feed/threads/@${account.handle}/post/${code}`,
    call_id: visit.call.id,
    detail: {
      shortcode: code,
      shape: container.shape,
      root_id: parent ? String(parent.detail.root_id ?? parent.id) : null,
    },
  }
  sandbox.publish(post, () => containers.markPublished(container, id))
  return jsonAnswer(200, { id })
}

/** Posts and replies have a quota each. */
function checkQuota(sandbox: Sandbox, accountId: string, isReply: boolean): void {
  const sinceMs = sandbox.nowMs() - dayMs
  const isOfKind = (post: LedgerPost) => (post.parent_id !== null) === isReply
  const quota = isReply
    ? sandbox.settings.for('threads').enforce_quotas && limits.repliesPerDay
    : sandbox.quota('threads', limits.postsPerDay)
  if (typeof quota !== 'number') return
  if (sandbox.ledger.countSince('threads', accountId, sinceMs, isOfKind) >= quota) {
    throw quotaReached(isReply ? 'replies' : 'posts')
  }
}

export function requireOwnNode(visit: Visit): void {
  const { id } = visit.params
  if (id !== 'me' && id !== visit.account.account_id) throw unknownObject(visit.call.method, id ?? '')
}

function checkWords(sandbox: Sandbox, given: ContainerParameters): void {
  if (countText(given.text ?? '') > limits.textMax) throw textTooLong()
  if ([...(given.alt_text ?? '')].length > limits.altTextMax) {
    throw badParameter(`Param alt_text must be at most ${limits.altTextMax} characters long.`)
  }
  if (given.reply_to_id !== undefined && !sandbox.ledger.find('threads', given.reply_to_id)) {
    throw containerUnavailable(given.reply_to_id)
  }
}

async function pull(
  sandbox: Sandbox,
  url: string,
  altText: string | null,
): Promise<{ media: LedgerMedia[]; error: string | null }> {
  const fetched = await fetchMedia(url, limits.imageBytesMax)
  if (fetched === 'unreachable') throw fetchFailed()
  if (fetched === 'timeout') throw downloadTimedOut()
  if (fetched === 'too_large') return { media: [], error: 'UNKNOWN' }
  const { image, bytes } = fetched
  if (!image || !limits.imageFormats.includes(image.format)) return { media: [], error: 'UNKNOWN' }
  if (image.width < limits.imageWidthMin) return { media: [], error: 'UNKNOWN' }
  const ratio = Math.max(image.width, image.height) / Math.min(image.width, image.height)
  // Meta spells it so.
  if (ratio > limits.ratioMax) return { media: [], error: 'INVALID_ASPEC_RATIO' }
  return { media: [await sandbox.keep(bytes, image, url, altText)], error: null }
}
