import { z } from 'zod'
import { type AnswerFacts, type FaultTable, type NetworkAnswer, parseRetryAfter } from '../fault-table'
import { networkFacts } from '../settings'

const Shape = z.object({
  status: z.number().optional(),
  code: z.string().optional(),
  serviceErrorCode: z.number().optional(),
  message: z.string().optional(),
  errorDetails: z.unknown().optional(),
})

function read(answer: NetworkAnswer): AnswerFacts | null {
  const parsed = Shape.safeParse(answer.json)
  if (!parsed.success) return null
  const { code, serviceErrorCode, message } = parsed.data
  if (code === undefined && message === undefined) return null
  const keys = [code, serviceErrorCode?.toString()].filter((key) => key !== undefined)
  return { keys, code: keys[0] ?? `http_${answer.status}`, text: message ?? '' }
}

/** Comments are held back for a minute and not for a day. */
const commentThrottle = /comment create throttled/i

/** Every other quota of LinkedIn's starts anew at midnight UTC, and seldom a header says so. */
function regainAt(answer: NetworkAnswer, now: Date): Date | null {
  const named = parseRetryAfter(answer.headers['retry-after'], now)
  if (named || commentThrottle.test(read(answer)?.text ?? '')) return named
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

const reconnect = '{network} no longer accepts the access to this account. Connect the account again.'

const deadTokenNames = ['EXPIRED_ACCESS_TOKEN', 'REVOKED_ACCESS_TOKEN', 'INVALID_ACCESS_TOKEN', 'EMPTY_ACCESS_TOKEN']

export const faults: FaultTable = {
  network: 'LinkedIn',
  fields: { commentary: 'the text', author: 'the account', content: 'the media or the link' },
  read,
  regainAt,
  duplicateOf: ({ text }) => text.match(/urn:li:(?:share|ugcPost|activity):\d+/)?.[0] ?? null,
  rows: [
    {
      status: [429],
      text: commentThrottle,
      category: 'rate',
      isRetryable: true,
      waitSeconds: 60,
      message: '{network} lets this account write so many comments in a minute. Wait a minute, then try again.',
    },
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      message: 'The account has used up what {network} allows in a day. It can post again after midnight UTC.',
    },
    {
      get keys() {
        return [...deadTokenNames, ...networkFacts('linkedin').dead_token_codes]
      },
      category: 'connection',
      isAuthDead: true,
      message: reconnect,
    },
    { status: [401], category: 'connection', isAuthDead: true, message: reconnect },
    {
      status: [403],
      category: 'connection',
      isForbidden: true,
      message: 'The connection lacks a permission at {network} ({said}). Connect again and grant all of them.',
    },
    {
      keys: ['VERSION_MISSING', 'NONEXISTENT_VERSION'],
      category: 'other',
      message: '{network} no longer speaks the API version that is configured. Set LINKEDIN_VERSION to a current one.',
    },
    {
      status: [426],
      category: 'other',
      message: '{network} no longer speaks the API version that is configured. Set LINKEDIN_VERSION to a current one.',
    },
    {
      keys: ['DUPLICATE_POST'],
      category: 'content',
      isDuplicate: true,
      message:
        '{network} says that the account posted the same within the last ten minutes. Look there before you post it again.',
    },
    {
      status: [409, 422],
      text: /duplicate/i,
      category: 'content',
      isDuplicate: true,
      message:
        '{network} says that the account posted the same within the last ten minutes. Look there before you post it again.',
    },
    {
      keys: ['MEDIA_ASSET_WAITING_UPLOAD'],
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      message: '{network} is still taking the media in. The post goes on by itself.',
    },
    {
      keys: ['MEDIA_ASSET_PROCESSING_FAILED', 'EXPIRED_UPLOAD_URL', 'INVALID_VIDEO_ID', 'UPDATING_ASSET_FAILED'],
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      triesMax: 5,
      message: '{network} could not take the media in. They are uploaded again by themselves.',
    },
    {
      status: [413, 415],
      category: 'render',
      message: '{network} does not take this file: {said} Use a JPEG, PNG or GIF, or an MP4 of up to 500 MB.',
    },
    {
      keys: ['FIELD_LENGTH_TOO_LONG'],
      category: 'content',
      message: 'A text is too long for {network}: {said} Shorten it.',
    },
    {
      keys: ['INVALID_VALUE_BLANK_FIELD'],
      category: 'content',
      message: '{network} has no posts without text or media. Write something.',
    },
    {
      keys: ['INVALID_URN_ID', 'INVALID_URN_TYPE'],
      category: 'content',
      message:
        '{network} does not know an account or a medium that the post refers to: {said} Connect the account again.',
    },
    {
      keys: ['INVALID_VALUE_FOR_FIELD'],
      category: 'content',
      message: '{network} does not accept a part of the post: {said} Change it and try again.',
    },
    {
      status: [409],
      category: 'other',
      isRetryable: true,
      waitSeconds: 1,
      triesMax: 1,
      message: '{network} was busy with another change of this account. It is tried again by itself.',
    },
    {
      status: [404],
      category: 'content',
      message: '{network} does not find what the post refers to: {said} Change it and try again.',
    },
    {
      status: [400, 422],
      category: 'content',
      message: '{network} refused the post: {said} Change it and try again.',
    },
  ],
}

const refusedFile = [413, 415, 422]
const unsaid = (status: number): AnswerFacts => ({ keys: [], code: `http_${status}`, text: '' })

/**
 * Where bytes are put another house answers, often without LinkedIn's shape of errors; and what it refuses is the file,
 * never the post.
 */
export const uploadFaults: FaultTable = {
  ...faults,
  read: (answer) => read(answer) ?? (refusedFile.includes(answer.status) ? unsaid(answer.status) : null),
  rows: [
    {
      keys: ['EXPIRED_UPLOAD_URL'],
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      triesMax: 5,
      message: '{network} no longer waits for the upload. It is uploaded again by itself.',
    },
    {
      status: refusedFile,
      category: 'render',
      message: '{network} does not take this file: {said} Use a JPEG, PNG or GIF, or an MP4 of up to 500 MB.',
    },
    ...faults.rows,
  ],
}
