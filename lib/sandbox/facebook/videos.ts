import { type Answer, type Call, jsonAnswer, Refusal } from '../exchange'
import { digits } from '../ids'
import type { LedgerMedia } from '../ledger'
import { badParameter, refuse, unknownObject } from '../meta/envelope'
import { fetchFilm } from '../meta/film-fetch'
import { parametersOf, readParameters } from '../meta/parameters'
import type { Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { filmErrors, refusal } from './errors'
import { checkMessage, newPostId, requireOwnNode } from './publish'
import { filmLimits, limits, PhasedVideoParameters, VideoParameters } from './rules'

export type VideoKind = 'video' | 'reel' | 'story'

/** A film of a page, from the first call for it to the post that shows it. */
export type Video = {
  id: string
  created_ms: number
  account_id: string
  kind: VideoKind
  description: string
  uploading: 'not_started' | 'in_progress' | 'complete' | 'error'
  /** What is wrong with the film, in Facebook's words. */
  error: string | null
  /** Why it will fail in processing, after it was finished; a fault that was set has the say. */
  doom: string | null
  media: LedgerMedia | null
  /** The post that shows it, once it was finished. */
  post_id: string | null
}

/** The films of the pages, and how often each was asked about: what was published is processed for some polls first. */
export class Videos {
  readonly shelf: Shelf<Video>
  readonly #polls = new Map<string, number>()
  /** Films on their way to this process. */
  readonly #fetches = new Set<string>()
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.shelf = sandbox.shelf<Video>('facebook.video', 2 * dayMs)
  }

  /** Another page's film does not exist for this one. */
  get(id: string, accountId: string): Video | undefined {
    const video = this.shelf.get(id)
    return video?.account_id === accountId ? video : undefined
  }

  /** Is it still being processed? Every question brings it nearer to its end. */
  poll(video: Video): boolean {
    if (video.post_id === null) return false
    const asked = this.#polls.get(video.id) ?? 0
    this.#polls.set(video.id, asked + 1)
    return asked <= this.#sandbox.settings.for('facebook').polls_until_finished
  }

  /** Fetches a film while the client already has its answer, as Facebook does. */
  fetchLater(video: Video, url: string): void {
    this.#fetches.add(video.id)
    const work = fetchFilm(this.#sandbox, url, filmLimits[video.kind]).then((fetched) => {
      const known = this.shelf.get(video.id)
      if (!known) return
      if (typeof fetched === 'string') this.shelf.put({ ...known, uploading: 'error', error: filmErrors[fetched] })
      else this.shelf.put({ ...known, uploading: 'complete', media: fetched.media })
    })
    // A sandbox that was stopped meanwhile has closed its journal; the next one knows the film to be lost.
    void work.catch(() => {}).finally(() => this.#fetches.delete(video.id))
  }

  /** The film as it stands: one that a process was fetching which is gone was not fetched. */
  standing(video: Video): Video {
    const isLost = video.uploading === 'in_progress' && !this.#fetches.has(video.id)
    return isLost ? { ...video, uploading: 'error', error: filmErrors.unreachable } : video
  }

  clear(): void {
    this.shelf.clear()
    this.#polls.clear()
  }
}

/** Only the last phase makes something public. */
export function nameOfPhase(call: Call): string {
  return readParameters(call).upload_phase === 'finish' ? 'publish' : 'initialize'
}

/** `POST /{page-id}/videos`: the film is fetched before the answer, and the post is there when it has been processed. */
export async function createVideo(sandbox: Sandbox, videos: Videos, visit: Visit): Promise<Answer> {
  requireOwnNode(visit)
  const { file_url, description = '', published = true } = parametersOf(visit.call, VideoParameters)
  checkMessage(description)
  const fetched = await fetchFilm(sandbox, file_url, filmLimits.video)
  if (typeof fetched === 'string')
    throw refuse({ code: 6000, subcode: 1363030, message: `(#6000) ${filmErrors[fetched]}` })
  const video = { ...blank(sandbox, visit, 'video'), description, uploading: 'complete' as const, media: fetched.media }
  if (published) publishVideo(sandbox, videos, visit, video)
  else videos.shelf.put(video)
  return jsonAnswer(200, { id: video.id })
}

/** `POST /{page-id}/video_reels` and `/video_stories`: start, then the upload's own address, then finish. */
export function phasedVideo(sandbox: Sandbox, videos: Videos, visit: Visit, kind: 'reel' | 'story'): Answer {
  requireOwnNode(visit)
  const given = parametersOf(visit.call, PhasedVideoParameters)
  if (given.upload_phase === 'start') return startVideo(sandbox, videos, visit, kind)
  const video = given.video_id === undefined ? undefined : videos.get(given.video_id, visit.account.account_id)
  if (given.video_id === undefined) throw badParameter('The parameter video_id is required')
  if (video?.kind !== kind) throw unknownObject('POST', given.video_id)
  const isStory = kind === 'story'
  if (isStory && (given.description !== undefined || given.title !== undefined || given.video_state !== undefined)) {
    throw badParameter('A story takes no description, no title and no video_state')
  }
  if (!isStory && given.video_state === undefined) throw badParameter('The parameter video_state is required')
  checkMessage(given.description)
  if (video.post_id !== null)
    throw refuse({ code: 6000, subcode: 1363041, message: '(#6000) The video was published already.' })
  if (video.uploading !== 'complete') throw refusal('videoNotUploaded')
  if (given.video_state !== undefined && given.video_state !== 'PUBLISHED') return jsonAnswer(200, { success: true })
  if (!isStory) checkReelQuota(sandbox, visit)
  if (video.doom !== null) {
    videos.shelf.put({ ...video, error: video.doom })
    return jsonAnswer(200, { success: true, ...(isStory && { post_id: digits('12', 15) }) })
  }
  const postId = publishVideo(sandbox, videos, visit, { ...video, description: given.description ?? '' })
  return jsonAnswer(200, isStory ? { success: true, post_id: postId } : { success: true })
}

function startVideo(sandbox: Sandbox, videos: Videos, visit: Visit, kind: VideoKind): Answer {
  const fault = visit.call.containerFault
  const doom = fault?.fault === 'container_error' ? (fault.reason ?? 'The video could not be processed.') : null
  const video = { ...blank(sandbox, visit, kind), doom }
  videos.shelf.put(video)
  const version = /^\/(v[\d.]+)\//.exec(visit.call.path)?.[1] ?? ''
  return jsonAnswer(200, {
    video_id: video.id,
    upload_url: `${sandbox.origin}/facebook/video-upload/${version}/${video.id}`,
  })
}

/** `POST` of the upload's address: in headers alone, either where the film is or how much of it follows. */
export function uploadVideo(videos: Videos, visit: Visit): Answer {
  const { id = '' } = visit.params
  const { call } = visit
  const video = videos.get(id, visit.account.account_id)
  if (!video) throw unknownObject('POST', id)
  // rupload does not know Bearer.
  if (!/^OAuth /.test(call.header('authorization') ?? '')) throw uploadRefused('NotAuthorizedError', false)
  const url = call.header('file_url')
  if (url === undefined) throw uploadRefused('PartialRequestError', true)
  if (call.body.length > 0) throw uploadRefused('OffsetInvalidError', false)
  if (video.uploading !== 'not_started') throw uploadRefused('ProcessingFailedError', false)
  videos.shelf.put({ ...video, uploading: 'in_progress' })
  videos.fetchLater(video, url)
  return jsonAnswer(200, { success: true })
}

function uploadRefused(type: string, isRetriable: boolean): Refusal {
  const message = JSON.stringify({ success: false, error: { message: `The upload was refused: ${type}.` } })
  return new Refusal(jsonAnswer(400, { debug_info: { retriable: isRetriable, type, message } }))
}

function publishVideo(sandbox: Sandbox, videos: Videos, { account, call }: Visit, video: Video): string {
  const isStory = video.kind === 'story'
  const id = isStory ? digits('12', 15) : newPostId(account.account_id)
  const paths = {
    video: `${account.account_id}/videos/${video.id}`,
    reel: `reel/${video.id}`,
    story: `stories/${id}`,
  }
  const post = {
    network: 'facebook' as const,
    account_id: account.account_id,
    id,
    parent_id: null,
    title: null,
    text: video.description,
    link: null,
    media: video.media ? [video.media] : [],
    path: `/feed/facebook/${paths[video.kind]}`,
    call_id: call.id,
    detail: { kind: video.kind, media_id: video.id },
  }
  sandbox.publish(post, () => videos.shelf.put({ ...video, post_id: id }))
  return id
}

function checkReelQuota(sandbox: Sandbox, { account }: Visit): void {
  if (!sandbox.settings.for('facebook').enforce_quotas) return
  const sinceMs = sandbox.nowMs() - dayMs
  const count = sandbox.ledger.countSince(
    'facebook',
    account.account_id,
    sinceMs,
    ({ detail }) => detail.kind === 'reel',
  )
  if (count >= limits.reelsPerDay) throw refusal('tooManyReels')
}

const blank = (sandbox: Sandbox, { account }: Visit, kind: VideoKind): Video => ({
  id: digits('14', 16),
  created_ms: sandbox.nowMs(),
  account_id: account.account_id,
  kind,
  description: '',
  uploading: 'not_started',
  error: null,
  doom: null,
  media: null,
  post_id: null,
})

/** The four parts of a film's state as `GET /{video-id}?fields=status` gives them. */
export function statusOf(videos: Videos, known: Video): Record<string, unknown> {
  const video = videos.standing(known)
  const isProcessing = videos.poll(video)
  const isFinished = video.post_id !== null
  const done = isFinished && !isProcessing
  const phase = (isComplete: boolean, isBegun: boolean) => ({
    status: isComplete ? 'complete' : isBegun ? 'in_progress' : 'not_started',
  })
  const failed = { status: 'error', error: { message: video.error ?? '' } }
  return {
    video_status: video.error ? 'error' : done ? 'ready' : isFinished ? 'processing' : videoStatus[video.uploading],
    uploading_phase: video.uploading === 'error' ? failed : { status: video.uploading },
    processing_phase: video.error && video.uploading !== 'error' ? failed : phase(done, isFinished),
    publishing_phase: { ...phase(done, isFinished), publish_status: done ? 'published' : 'draft' },
  }
}

const videoStatus: Record<Video['uploading'], string> = {
  not_started: 'uploading',
  in_progress: 'uploading',
  complete: 'upload_complete',
  error: 'upload_failed',
}
