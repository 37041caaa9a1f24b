import { beforeAll, describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channels/ids'
import { control } from '../support/api'
import { about, type Cell, cellOf, type Fault } from '../support/fault-cells'
import { onOwnSandbox, sandboxUrl } from '../support/own-sandbox'
import { aDueStory, type DueStory, setEnv } from '../support/publishing'

onOwnSandbox()

/**
 * Step that nobody sees × fault of its call: no such fault may put a post in doubt, none may be final that passes, and
 * the next try goes on to one post. The call that makes a post public is the other matrix's.
 */
type Step = {
  network: ChannelId
  call: string
  files: string[]
  postType?: string
  /** The call names no account. */
  isOpen?: true
  /** Its deadline is longer than a test. */
  isUnhurried?: true
  /** So many faults in a row are one: it is asked again and again. */
  strikes?: number
  /** What becomes of a row whose file is refused here; a posted row, unless said. */
  media: [wait: number | null, ...attempts: string[]]
  /** Faults of which the next call tells something else, or that are none here. */
  but?: Partial<Record<FaultName, [wait: number | null, ...attempts: string[]]>>
}

const picture = ['meadow.jpg']
const film = ['upright.mp4']
const [fetchFailed, notTaken, lostMedia] = ['9004/2207052', 'MEDIA_ASSET_PROCESSING_FAILED', 'invalid-request']

const steps: Step[] = [
  { network: 'instagram', call: 'container', files: picture, media: [30, `retry ${fetchFailed}`, 'posted'] },
  { network: 'instagram', call: 'status', files: film, strikes: 3, media: [30, `retry ${fetchFailed}`, 'posted'] },
  { network: 'facebook', call: 'upload', files: ['meadow.jpg', 'harbour.jpg'], media: [null, 'failed 100/1366046'] },
  { network: 'facebook', call: 'initialize', files: film, postType: 'reel', media: [null, 'failed 100/1366046'] },
  { network: 'facebook', call: 'upload', files: film, postType: 'reel', media: [null, 'failed 100/1366046'] },
  {
    network: 'facebook',
    call: 'status',
    files: film,
    postType: 'reel',
    strikes: 3,
    media: [null, 'failed 100/1366046'],
  },
  { network: 'threads', call: 'container', files: picture, media: [30, `retry ${fetchFailed}`, 'posted'] },
  { network: 'threads', call: 'status', files: film, strikes: 3, media: [30, `retry ${fetchFailed}`, 'posted'] },
  { network: 'x', call: 'upload', files: picture, media: [5, `retry ${lostMedia}`, 'posted'] },
  {
    network: 'x',
    call: 'alt_text',
    files: picture,
    media: [5, `retry ${lostMedia}`, 'posted'],
    // What it answers is not read.
    but: { unreadable: [null, 'posted'] },
  },
  { network: 'x', call: 'initialize', files: film, media: [5, `retry ${lostMedia}`, 'posted'] },
  // A broken upload is begun anew within the attempt, once.
  { network: 'x', call: 'append', files: film, media: [null, 'posted'], but: { unreadable: [null, 'posted'] } },
  { network: 'x', call: 'finalize', files: film, media: [null, 'posted'] },
  { network: 'x', call: 'status', files: film, strikes: 3, media: [5, `retry ${lostMedia}`, 'posted'] },
  { network: 'linkedin', call: 'initialize', files: picture, media: [10, `retry ${notTaken}`, 'posted'] },
  {
    network: 'linkedin',
    call: 'upload',
    files: picture,
    media: [10, `retry ${notTaken}`, 'posted'],
    but: { unreadable: [null, 'posted'] },
  },
  {
    network: 'linkedin',
    call: 'finalize',
    files: film,
    media: [5, `retry ${notTaken}`, 'posted'],
    but: {
      unreadable: [null, 'posted'],
      // Finished twice, it is refused, and uploaded again.
      silence: [10, 'retry timeout', 'retry UPDATING_ASSET_FAILED', 'posted'],
    },
  },
  {
    network: 'linkedin',
    call: 'status',
    files: film,
    strikes: 3,
    media: [10, `retry ${notTaken}`, 'posted'],
    // Not every connection may ask for its films, so the post itself is tried.
    but: { permission: [10, 'retry MEDIA_ASSET_WAITING_UPLOAD', 'posted'] },
  },
  {
    network: 'linkedin',
    call: 'upload',
    files: film,
    isOpen: true,
    media: [5, `retry ${notTaken}`, 'posted'],
    // The answer's header has the name of the part, without which the parts are not put together.
    but: { unreadable: [5, 'retry UPDATING_ASSET_FAILED', 'posted'] },
  },
  { network: 'pinterest', call: 'container', files: film, media: [30, 'retry 400/235', 'posted'] },
  {
    network: 'pinterest',
    call: 'upload',
    files: film,
    isOpen: true,
    media: [10, 'retry store/EntityTooLarge', 'posted'],
    // The store has an answer of its own for what is wrong, and says nothing that is read when all is well.
    but: { error: [10, 'retry http_500', 'posted'], unreadable: [null, 'posted'] },
    // A whole film in one form has a quarter of an hour.
    isUnhurried: true,
  },
  { network: 'pinterest', call: 'status', files: film, strikes: 3, media: [30, 'retry 400/235', 'posted'] },
  { network: 'ghost', call: 'upload', files: picture, media: [null, 'failed UnsupportedMediaTypeError'] },
  { network: 'ghost', call: 'draft', files: [], media: [null, 'failed UnsupportedMediaTypeError'] },
]

/** What each network calls it. */
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
type FaultName = keyof typeof codes | 'media'

const faults: Record<FaultName, { fault: Fault; passes: boolean; wait: number; isNamed?: true }> = {
  permission: { fault: { fault: 'refuse', preset: 'permission' }, passes: false, wait: 0 },
  limit: { fault: { fault: 'rate_limit', retry_after_seconds: 120 }, passes: true, wait: 120, isNamed: true },
  error: { fault: { fault: 'refuse', preset: 'server_error' }, passes: true, wait: 10 },
  silence: { fault: { fault: 'timeout_after' }, passes: true, wait: 10 },
  reset: { fault: { fault: 'reset_before' }, passes: true, wait: 10 },
  unreadable: { fault: { fault: 'rubbish', content: 'html' }, passes: true, wait: 10 },
  media: { fault: { fault: 'refuse', preset: 'media' }, passes: true, wait: 0 },
}
/** Of a call that is made again and again these alone are taken for a hiccup. */
const isHiccup = (name: FaultName): boolean => ['error', 'silence', 'reset', 'unreadable'].includes(name)

beforeAll(() => control('POST', '/control/settings', { detect_duplicates: false, polls_until_finished: 2 }))
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '2', PUBLISH_POLL_SECONDS: '0.05' }))

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

function expected({ network, media, but }: Step, name: FaultName): Partial<Cell> {
  const { passes, wait, isNamed } = faults[name]
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

describe.each(Object.keys(faults) as FaultName[])('%s', (name) => {
  // What names no account is told nothing about one: only that it broke off.
  const isMet = ({ isOpen, isUnhurried }: Step) => (!isOpen || isHiccup(name)) && !(isUnhurried && name === 'silence')
  const met = steps.filter(isMet)
  test.each(met)('at the call $call of $network with $files', async (step) => {
    const due = await aDuePost(step)
    const fault = { ...faults[name].fault, times: isHiccup(name) ? (step.strikes ?? 1) : 1 }
    expect(await cellOf(due, step.call, fault, step)).toEqual(expected(step, name))
  })
})
