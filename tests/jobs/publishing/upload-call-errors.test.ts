import { beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { PostType } from '@/lib/story-content'
import { control } from '@/tests/support/api/api'
import { about, type ErrorResult, publishWithError, type SandboxError } from '@/tests/support/publishing/error-cases'
import { aDueStory, type DueStory, setEnv } from '@/tests/support/publishing/publishing'
import { onOwnSandbox, sandboxUrl } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

/**
 * Errors of the calls before a post is public: uploads, containers, status checks. None may lead to an unknown
 * outcome, a temporary one must not be final, and the next try must create exactly one post. Errors of the call that
 * makes it public are in publish-call-errors.test.ts. More than 20 s: each of the 24 steps uploads files with each
 * error. ERROR_MATRIX=full (`npm run faults`) adds the errors that all calls of a network handle in one place, which
 * publish-call-errors.test.ts shows for each network.
 */
type Step = {
  network: ChannelId
  call: string
  files: string[]
  postType?: PostType
  /** The call names no account, so its error applies to the whole network. */
  isOpen?: true
  /** Its timeout is too long for a test. */
  hasLongTimeout?: true
  /** Errors in a row until the caller gives up, for calls that poll. */
  times?: number
  /** Delay and attempts when the network refuses the file at this step. */
  media: [wait: number | null, ...attempts: string[]]
  /** Errors with another result than usual. */
  but?: Partial<Record<ErrorName, [wait: number | null, ...attempts: string[]]>>
}

const image = ['meadow.jpg']
const video = ['upright.mp4']
const [fetchFailed, notTaken, lostMedia] = ['9004/2207052', 'MEDIA_ASSET_PROCESSING_FAILED', 'invalid-request']

const steps: Step[] = [
  { network: 'instagram', call: 'container', files: image, media: [30, `retry ${fetchFailed}`, 'posted'] },
  { network: 'instagram', call: 'status', files: video, times: 3, media: [30, `retry ${fetchFailed}`, 'posted'] },
  { network: 'facebook', call: 'upload', files: ['meadow.jpg', 'harbour.jpg'], media: [null, 'failed 100/1366046'] },
  { network: 'facebook', call: 'initialize', files: video, postType: 'reel', media: [null, 'failed 100/1366046'] },
  { network: 'facebook', call: 'upload', files: video, postType: 'reel', media: [null, 'failed 100/1366046'] },
  {
    network: 'facebook',
    call: 'status',
    files: video,
    postType: 'reel',
    times: 3,
    media: [null, 'failed 100/1366046'],
  },
  { network: 'threads', call: 'container', files: image, media: [30, `retry ${fetchFailed}`, 'posted'] },
  { network: 'threads', call: 'status', files: video, times: 3, media: [30, `retry ${fetchFailed}`, 'posted'] },
  { network: 'x', call: 'upload', files: image, media: [5, `retry ${lostMedia}`, 'posted'] },
  {
    network: 'x',
    call: 'alt_text',
    files: image,
    media: [5, `retry ${lostMedia}`, 'posted'],
    // The response is not read.
    but: { unreadable: [null, 'posted'] },
  },
  { network: 'x', call: 'initialize', files: video, media: [5, `retry ${lostMedia}`, 'posted'] },
  // A broken upload is restarted once within the attempt.
  { network: 'x', call: 'append', files: video, media: [null, 'posted'], but: { unreadable: [null, 'posted'] } },
  { network: 'x', call: 'finalize', files: video, media: [null, 'posted'] },
  { network: 'x', call: 'status', files: video, times: 3, media: [5, `retry ${lostMedia}`, 'posted'] },
  { network: 'linkedin', call: 'initialize', files: image, media: [10, `retry ${notTaken}`, 'posted'] },
  {
    network: 'linkedin',
    call: 'upload',
    files: image,
    media: [10, `retry ${notTaken}`, 'posted'],
    but: { unreadable: [null, 'posted'] },
  },
  {
    network: 'linkedin',
    call: 'finalize',
    files: video,
    media: [5, `retry ${notTaken}`, 'posted'],
    but: {
      unreadable: [null, 'posted'],
      // LinkedIn refuses a second finalize, so the file is uploaded again.
      silence: [10, 'retry timeout', 'retry UPDATING_ASSET_FAILED', 'posted'],
    },
  },
  {
    network: 'linkedin',
    call: 'status',
    files: video,
    times: 3,
    media: [10, `retry ${notTaken}`, 'posted'],
    // Not every connection can read the status of a video, so the post itself is tried.
    but: { permission: [10, 'retry MEDIA_ASSET_WAITING_UPLOAD', 'posted'] },
  },
  {
    network: 'linkedin',
    call: 'upload',
    files: video,
    isOpen: true,
    media: [5, `retry ${notTaken}`, 'posted'],
    // The response header identifies the part. Without it the parts cannot be joined.
    but: { unreadable: [5, 'retry UPDATING_ASSET_FAILED', 'posted'] },
  },
  { network: 'pinterest', call: 'container', files: video, media: [30, 'retry 400/235', 'posted'] },
  {
    network: 'pinterest',
    call: 'upload',
    files: video,
    isOpen: true,
    media: [10, 'retry store/EntityTooLarge', 'posted'],
    // The file store has its own error responses, and its success response is not read.
    but: { error: [10, 'retry http_500', 'posted'], unreadable: [null, 'posted'] },
    // The upload of a whole video may take a quarter of an hour.
    hasLongTimeout: true,
  },
  { network: 'pinterest', call: 'status', files: video, times: 3, media: [30, 'retry 400/235', 'posted'] },
  { network: 'ghost', call: 'upload', files: image, media: [null, 'failed UnsupportedMediaTypeError'] },
  { network: 'ghost', call: 'draft', files: [], media: [null, 'failed UnsupportedMediaTypeError'] },
]

/** Error code of each network. */
type Codes = Record<ChannelId, string>
const all = (code: string): Codes => ({
  instagram: code,
  facebook: code,
  threads: code,
  x: code,
  linkedin: code,
  pinterest: code,
  ghost: code,
})
const codes = {
  permission: {
    ...all('10'),
    facebook: '200',
    x: 'client-forbidden',
    linkedin: 'ACCESS_DENIED',
    pinterest: '403/29',
    ghost: 'NoPermissionError',
  },
  limit: {
    ...all('4'),
    facebook: '32',
    x: 'http_429',
    linkedin: 'TOO_MANY_REQUESTS',
    pinterest: '429/29',
    ghost: 'TooManyRequestsError',
  },
  error: {
    ...all('2'),
    x: 'http_503',
    linkedin: 'INTERNAL_SERVER_ERROR',
    pinterest: '500/0',
    ghost: 'InternalServerError',
  },
  silence: all('timeout'),
  reset: all('ECONNRESET'),
  unreadable: all('unreadable_answer'),
} satisfies Record<string, Codes>
type ErrorName = keyof typeof codes | 'media'

const errors: Record<ErrorName, { error: SandboxError; passes: boolean; wait: number; isNamed?: true }> = {
  permission: { error: { fault: 'refuse', preset: 'permission' }, passes: false, wait: 0 },
  limit: { error: { fault: 'rate_limit', retry_after_seconds: 120 }, passes: true, wait: 120, isNamed: true },
  error: { error: { fault: 'refuse', preset: 'server_error' }, passes: true, wait: 10 },
  silence: { error: { fault: 'timeout_after' }, passes: true, wait: 10 },
  reset: { error: { fault: 'reset_before' }, passes: true, wait: 10 },
  unreadable: { error: { fault: 'rubbish', content: 'html' }, passes: true, wait: 10 },
  media: { error: { fault: 'refuse', preset: 'media' }, passes: true, wait: 0 },
}
/** Errors after which a polling call is repeated. */
const isRepeated = (name: ErrorName): boolean => ['error', 'silence', 'reset', 'unreadable'].includes(name)

beforeAll(() => control('POST', '/control/settings', { detect_duplicates: false, polls_until_finished: 2 }))

const sample = (file: string): string => `${sandboxUrl()}/samples/${file}`

async function aDuePost({ network, files, postType }: Step): Promise<DueStory> {
  const { project, accounts } = await aDueStory([network], { status: 'draft' })
  const pinterest = { board_id: accounts[0]?.boards?.[0]?.id, cover_image_url: sample('meadow.jpg') }
  return aDueStory([network], {
    project,
    accounts,
    slides: files.map((file, index) => ({ media_url: sample(file), alt_text: `No. ${index + 1}` })),
    ...(network === 'pinterest' ? { overrides: { pinterest } } : {}),
    ...(postType ? { postType } : {}),
  })
}

function expected({ network, media, but }: Step, name: ErrorName): Partial<ErrorResult> {
  const { passes, wait, isNamed } = errors[name]
  const code = name === 'media' ? '' : codes[name][network]
  const usual: Step['media'] = passes ? [wait, `retry ${code}`, 'posted'] : [null, `failed ${code}`]
  const [waits, ...attempts] = but?.[name] ?? (name === 'media' ? media : usual)
  const last = attempts.at(-1) ?? ''
  const isPosted = last === 'posted'
  return {
    first: waits !== null ? 'waiting' : isPosted ? 'posted' : 'failed',
    waits: waits === null ? null : (about(waits, isNamed) as never),
    attempts: attempts.join(', '),
    ends: isPosted ? 'posted' : `failed ${name === 'permission' ? 'connection' : 'render'}`,
    code: isPosted ? null : last.replace('failed ', ''),
    posts: isPosted ? 1 : 0,
  }
}

// A call that names no account gets only errors of the connection.
const canMeet = ({ isOpen, hasLongTimeout }: Step, name: ErrorName): boolean =>
  (!isOpen || isRepeated(name)) && !(hasLongTimeout && name === 'silence')

const names: ErrorName[] =
  process.env.ERROR_MATRIX === 'full' ? (Object.keys(errors) as ErrorName[]) : ['silence', 'error', 'media']

describe.each(names)('%s', (name) => {
  const stories = new Map<Step, DueStory>()
  beforeAll(async () => {
    setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '5', PUBLISH_POLL_SECONDS: '0.05' })
    for (const step of steps) if (canMeet(step, name)) stories.set(step, await aDuePost(step))
    // A short timeout only for calls without a response: on a busy machine it would end others.
    if (name === 'silence') setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1' })
  })

  // Networks run side by side. The steps of one do not: some errors apply to the whole network.
  test.concurrent.each(channelIds)('%s', async (network) => {
    for (const [step, story] of stories) {
      if (step.network !== network) continue
      const times = isRepeated(name) ? (step.times ?? 1) : 1
      const result = await publishWithError(story, step.call, { ...errors[name].error, times }, step)
      expect(result, `${step.call} with ${step.files.join(', ')}`).toEqual(expected(step, name))
    }
  })
})
