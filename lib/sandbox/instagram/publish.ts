import { type Answer, jsonAnswer } from '../exchange'
import { digits, shortcode } from '../ids'
import type { LedgerMedia } from '../ledger'
import { fetchMedia } from '../media-fetch'
import type { Container, Containers } from '../meta/containers'
import { badParameter, unknownObject } from '../meta/envelope'
import { parametersOf } from '../meta/parameters'
import type { Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import { refuse } from './errors'
import { ContainerParameters, isCaptionTooMuch, limits, PublishParameters } from './rules'

/** `POST /{ig-id}/media`: the first of the three steps. The picture is fetched here and now. */
export async function createContainer(sandbox: Sandbox, containers: Containers, visit: Visit): Promise<Answer> {
  requireOwnNode(visit)
  const given = parametersOf(visit.call, ContainerParameters)
  checkWords(given)
  const made = given.media_type === 'CAROUSEL' ? carousel(containers, visit, given) : await image(sandbox, visit, given)
  // Counted after the checks, and after the wait for the picture, so that two at once cannot both be the last.
  const quota = sandbox.quota('instagram', limits.postsPerDay)
  const count = containers.countSince(visit.account.account_id, sandbox.nowMs() - dayMs)
  if (quota !== null && count >= Math.max(quota, limits.containersPerDay)) throw refuse('quota')
  containers.add(visit.call, made, '2207026')
  return jsonAnswer(200, { id: made.id })
}

type NewContainer = Parameters<Containers['add']>[1]

async function image(sandbox: Sandbox, visit: Visit, given: ContainerParameters): Promise<NewContainer> {
  if (given.media_type !== undefined && given.media_type !== 'IMAGE') throw refuse('mediaType')
  if (given.image_url === undefined) throw badParameter('The parameter image_url is required')
  if (given.children) throw badParameter('The parameter children is for carousels')
  const isItem = given.is_carousel_item ?? false
  if (isItem && given.caption !== undefined) throw badParameter('A carousel item has no caption of its own')
  const media = await pull(sandbox, given.image_url, given.alt_text ?? null)
  return { ...blank(visit), shape: 'IMAGE', is_item: isItem, text: given.caption ?? '', media: [media] }
}

function carousel(containers: Containers, visit: Visit, given: ContainerParameters): NewContainer {
  if (given.image_url !== undefined || given.is_carousel_item || given.alt_text !== undefined) {
    throw badParameter('A carousel takes its media and their alt texts from its children')
  }
  const children = given.children ?? []
  if (children.length < limits.carousel.min || children.length > limits.carousel.max) throw refuse('carouselSize')
  if (new Set(children).size < children.length) throw badParameter('The parameter children names an item twice')
  const media = children.flatMap((id) => childOf(containers, visit, id).media)
  return { ...blank(visit), shape: 'CAROUSEL', text: given.caption ?? '', children, media }
}

function childOf(containers: Containers, visit: Visit, id: string): Container {
  const child = containers.get(id, visit.account.account_id)
  if (!child) throw refuse('mediaMissing')
  if (!child.is_item) throw badParameter(`The media ${id} was not made as a carousel item`)
  const status = containers.statusOf(child)
  if (status === 'EXPIRED' || status === 'PUBLISHED') throw refuse('containerMissing')
  if (status !== 'FINISHED') throw refuse('notReady')
  return child
}

/** `POST /{ig-id}/media_publish`: from here on the post is public. Everything since the wait happens in one go. */
export function publishContainer(sandbox: Sandbox, containers: Containers, visit: Visit): Answer {
  requireOwnNode(visit)
  const { creation_id } = parametersOf(visit.call, PublishParameters)
  const { account } = visit
  const container = containers.get(creation_id, account.account_id)
  if (!container) throw refuse('containerMissing')
  if (container.is_item) throw badParameter('A carousel item cannot be published by itself')
  const status = containers.statusOf(container)
  if (status === 'EXPIRED' || status === 'PUBLISHED') throw refuse('containerMissing')
  if (status !== 'FINISHED') throw refuse('notReady')
  const quota = sandbox.quota('instagram', limits.postsPerDay)
  const usage = sandbox.ledger.countSince('instagram', account.account_id, sandbox.nowMs() - dayMs)
  if (quota !== null && usage >= quota) throw refuse('quota')
  // No wait between the checks above and the commit below: two publishes of one container cannot both pass.
  const id = digits('179', 17)
  const code = shortcode()
  const post = {
    network: 'instagram' as const,
    account_id: account.account_id,
    id,
    parent_id: null,
    title: null,
    text: container.text,
    link: null,
    media: container.media,
    path: `/feed/instagram/p/${code}/`,
    call_id: visit.call.id,
    detail: { shortcode: code, shape: container.shape, child_ids: container.media.map(() => digits('180', 17)) },
  }
  sandbox.publish(post, () => containers.markPublished(container, id))
  return jsonAnswer(200, { id })
}

/** An account may only be addressed by its own id, or as `me`. */
export function requireOwnNode(visit: Visit): void {
  const { id } = visit.params
  if (id !== 'me' && id !== visit.account.account_id) throw unknownObject(visit.call.method, id ?? '')
}

function checkWords(given: ContainerParameters): void {
  if (given.caption !== undefined && isCaptionTooMuch(given.caption)) throw refuse('caption')
  if ([...(given.alt_text ?? '')].length > limits.altTextMax) {
    throw badParameter(`Param alt_text must be no longer than ${limits.altTextMax} characters`)
  }
  if ((given.user_tags?.length ?? 0) > limits.userTagsMax) throw refuse('tooManyTags')
  if ((given.collaborators?.length ?? 0) > limits.collaboratorsMax) {
    throw badParameter(`Param collaborators must have at most ${limits.collaboratorsMax} items`)
  }
}

async function pull(sandbox: Sandbox, url: string, altText: string | null): Promise<LedgerMedia> {
  const fetched = await fetchMedia(url, limits.imageBytesMax)
  if (fetched === 'too_large') throw refuse('imageTooLarge')
  if (fetched === 'timeout') throw refuse('downloadTimeout')
  if (fetched === 'unreachable') throw refuse('fetch')
  const { image: picture, bytes } = fetched
  if (picture?.format !== 'jpeg') throw refuse('imageFormat')
  const ratio = picture.width / picture.height
  const { min, max, tolerance } = limits.ratio
  if (ratio < min - tolerance || ratio > max + tolerance) throw refuse('aspectRatio')
  return sandbox.keep(bytes, picture, url, altText)
}

function blank(visit: Visit): NewContainer {
  return {
    id: digits('178', 17),
    account_id: visit.account.account_id,
    shape: 'IMAGE',
    is_item: false,
    text: '',
    link: null,
    media: [],
    children: [],
    reply_to_id: null,
    error: null,
  }
}
