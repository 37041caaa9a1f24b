import { type Answer, jsonAnswer } from '../exchange'
import { digits, shortcode } from '../ids'
import type { LedgerMedia } from '../ledger'
import { fetchMedia } from '../media-fetch'
import type { Container, Containers } from '../meta/containers'
import { badParameter, unknownObject } from '../meta/envelope'
import { fetchFilm } from '../meta/film-fetch'
import { parametersOf } from '../meta/parameters'
import type { Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import { filmErrors, refuse } from './errors'
import { ContainerParameters, filmLimits, isCaptionTooMuch, limits, PublishParameters } from './rules'

/** `POST /{ig-id}/media`: the first of the three steps. A picture is fetched here and now, a film afterwards. */
export async function createContainer(sandbox: Sandbox, containers: Containers, visit: Visit): Promise<Answer> {
  requireOwnNode(visit)
  const given = parametersOf(visit.call, ContainerParameters)
  checkWords(given)
  checkForm(given)
  const made = await containerOf(sandbox, containers, visit, given)
  // Counted after the checks, and after the wait for the picture, so that two at once cannot both be the last.
  const quota = sandbox.quota('instagram', limits.postsPerDay)
  const count = containers.countSince(visit.account.account_id, sandbox.nowMs() - dayMs)
  if (quota !== null && count >= Math.max(quota, limits.containersPerDay)) throw refuse('quota')
  containers.add(visit.call, made, '2207026')
  if (made.is_fetching) containers.fetchLater(made.id, () => pullFilm(sandbox, given))
  return jsonAnswer(200, { id: made.id })
}

type NewContainer = Parameters<Containers['add']>[1]

async function containerOf(
  sandbox: Sandbox,
  containers: Containers,
  visit: Visit,
  given: ContainerParameters,
): Promise<NewContainer> {
  const text = given.caption ?? ''
  if (given.media_type === 'CAROUSEL') return carousel(containers, visit, given)
  const isStory = given.media_type === 'STORIES'
  const place = { ...blank(visit), is_item: given.is_carousel_item ?? false, text }
  if (given.video_url === undefined) {
    const media = [await pull(sandbox, given.image_url ?? '', given.alt_text ?? null, isStory)]
    return { ...place, shape: 'IMAGE', product: isStory ? 'STORY' : 'FEED', media }
  }
  // The cover is a picture like any other, and refused at once.
  if (given.cover_url !== undefined) await pull(sandbox, given.cover_url, null, true)
  const product = isStory ? 'STORY' : given.media_type === 'REELS' ? 'REELS' : 'FEED'
  return { ...place, shape: 'VIDEO', product, is_fetching: true }
}

type Form = { takes: readonly (keyof ContainerParameters)[]; needs: readonly (keyof ContainerParameters)[] }

const words = ['caption', 'location_id', 'collaborators'] as const
const labels = ['is_ai_generated', 'is_paid_partnership', 'branded_content_sponsor_ids'] as const
const item = ['is_carousel_item', 'user_tags'] as const
/** What each media type takes. A parameter that belongs to another one is refused: it would be lost without a word. */
const forms: Record<string, Form> = {
  IMAGE: { needs: ['image_url'], takes: [...words, ...labels, ...item, 'image_url', 'alt_text'] },
  VIDEO: { needs: ['video_url'], takes: [...item, 'video_url', 'thumb_offset'] },
  REELS: {
    needs: ['video_url'],
    takes: [
      ...words,
      ...labels,
      'video_url',
      'cover_url',
      'thumb_offset',
      'share_to_feed',
      'audio_name',
      'trial_params',
      'user_tags',
    ],
  },
  STORIES: { needs: [], takes: ['image_url', 'video_url', 'user_tags', 'is_ai_generated'] },
  CAROUSEL: { needs: [], takes: [...words, ...labels, 'children'] },
}

function checkForm({ media_type: type = 'IMAGE', ...given }: ContainerParameters): void {
  const form = Object.hasOwn(forms, type) ? forms[type] : undefined
  if (!form) throw refuse('mediaType')
  const names = Object.keys(given).filter((name) => given[name as keyof typeof given] !== undefined)
  const missing = form.needs.find((name) => !names.includes(name))
  if (missing) throw badParameter(`The parameter ${missing} is required`)
  const strange = names.find((name) => !form.takes.some((taken) => taken === name))
  if (strange) throw badParameter(`The parameter ${strange} is not for the media type ${type}`)
  if (type === 'STORIES' && (given.image_url === undefined) === (given.video_url === undefined)) {
    throw badParameter('A story takes either image_url or video_url')
  }
  if (type === 'VIDEO' && !given.is_carousel_item) {
    throw badParameter('The media type VIDEO is for carousel items alone. Use REELS to publish a video')
  }
  if (given.is_carousel_item && given.caption !== undefined) {
    throw badParameter('A carousel item has no caption of its own')
  }
}

async function pullFilm(sandbox: Sandbox, given: ContainerParameters) {
  const kind = given.media_type === 'STORIES' ? 'story' : given.is_carousel_item ? 'item' : 'reel'
  const fetched = await fetchFilm(sandbox, given.video_url ?? '', filmLimits[kind])
  if (typeof fetched === 'string') return { media: [], error: filmErrors[fetched] }
  const isOutside = (given.thumb_offset ?? 0) > fetched.film.duration_seconds * 1_000
  return { media: [fetched.media], error: isOutside ? '2207057' : null }
}

function carousel(containers: Containers, visit: Visit, given: ContainerParameters): NewContainer {
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
    path: pathOf(container, code, account.handle),
    call_id: visit.call.id,
    detail: {
      shortcode: code,
      shape: container.product === 'FEED' ? container.shape : container.product,
      child_ids: container.media.map(() => digits('180', 17)),
    },
  }
  sandbox.publish(post, () => containers.markPublished(container, id))
  return jsonAnswer(200, { id })
}

const pathOf = ({ product }: Container, code: string, handle: string): string => {
  if (product === 'STORY') return `/feed/instagram/stories/${handle}/${code}/`
  return `/feed/instagram/${product === 'REELS' ? 'reel' : 'p'}/${code}/`
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

async function pull(sandbox: Sandbox, url: string, altText: string | null, hasAnyShape: boolean): Promise<LedgerMedia> {
  const fetched = await fetchMedia(url, limits.imageBytesMax)
  if (fetched === 'too_large') throw refuse('imageTooLarge')
  if (fetched === 'timeout') throw refuse('downloadTimeout')
  if (fetched === 'unreachable') throw refuse('fetch')
  const { image: picture, bytes } = fetched
  if (picture?.format !== 'jpeg') throw refuse('imageFormat')
  // No code of its own is known for it; the one for pictures that cannot be used is the nearest.
  if (!hasAnyShape && picture.width < limits.imageWidthMin) throw refuse('imageFormat')
  const ratio = picture.width / picture.height
  const { min, max, tolerance } = limits.ratio
  if (!hasAnyShape && (ratio < min - tolerance || ratio > max + tolerance)) throw refuse('aspectRatio')
  return sandbox.keep(bytes, picture, url, altText)
}

function blank(visit: Visit): NewContainer {
  return {
    id: digits('178', 17),
    account_id: visit.account.account_id,
    shape: 'IMAGE',
    product: 'FEED',
    is_item: false,
    is_fetching: false,
    text: '',
    link: null,
    media: [],
    children: [],
    reply_to_id: null,
    error: null,
  }
}
