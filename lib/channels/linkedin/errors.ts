import { z } from 'zod'
import { type ErrorDetails, type ErrorTable, type NetworkResponse, parseRetryAfter } from '../error-table'
import { networkFacts } from '../settings'

const Shape = z.object({
  status: z.number().optional(),
  code: z.string().optional(),
  serviceErrorCode: z.number().optional(),
  message: z.string().optional(),
  errorDetails: z.unknown().optional(),
})

function read(response: NetworkResponse): ErrorDetails | null {
  const parsed = Shape.safeParse(response.json)
  if (!parsed.success) return null
  const { code, serviceErrorCode, message } = parsed.data
  if (code === undefined && message === undefined) return null
  const keys = [code, serviceErrorCode?.toString()].filter((key) => key !== undefined)
  return { keys, code: keys[0] ?? `http_${response.status}`, text: message ?? '' }
}

/** The comment limit lasts a minute, not a day. */
const commentThrottle = /comment create throttled/i

/** Other quotas reset at midnight UTC; a header rarely says so. */
function regainAt(response: NetworkResponse, now: Date): Date | null {
  const named = parseRetryAfter(response.headers['retry-after'], now)
  if (named || commentThrottle.test(read(response)?.text ?? '')) return named
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

const reconnect = '{network} no longer accepts this connection. Reconnect the account.'

const deadTokenNames = ['EXPIRED_ACCESS_TOKEN', 'REVOKED_ACCESS_TOKEN', 'INVALID_ACCESS_TOKEN', 'EMPTY_ACCESS_TOKEN']

export const errorTable: ErrorTable = {
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
      message: '{network} limits comments per minute for this account. Wait a minute, then retry.',
    },
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      message: 'The account reached {network}’s daily limit. It can post again after midnight UTC.',
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
      message: 'The connection lacks a permission at {network} ({reason}). Reconnect and grant all of them.',
    },
    {
      keys: ['VERSION_MISSING', 'NONEXISTENT_VERSION'],
      category: 'other',
      message: '{network} no longer supports the configured API version. Set LINKEDIN_VERSION to a current one.',
    },
    {
      status: [426],
      category: 'other',
      message: '{network} no longer supports the configured API version. Set LINKEDIN_VERSION to a current one.',
    },
    {
      keys: ['DUPLICATE_POST'],
      category: 'content',
      isDuplicate: true,
      message:
        '{network} reports that the account posted the same within the last ten minutes. Check there before you post it again.',
    },
    {
      status: [409, 422],
      text: /duplicate/i,
      category: 'content',
      isDuplicate: true,
      message:
        '{network} reports that the account posted the same within the last ten minutes. Check there before you post it again.',
    },
    {
      keys: ['MEDIA_ASSET_WAITING_UPLOAD'],
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      message: '{network} is still processing the media. The post continues automatically.',
    },
    {
      keys: ['MEDIA_ASSET_PROCESSING_FAILED', 'EXPIRED_UPLOAD_URL', 'INVALID_VIDEO_ID', 'UPDATING_ASSET_FAILED'],
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      triesMax: 5,
      message: '{network} could not process the media. They will be uploaded again automatically.',
    },
    {
      status: [413, 415],
      category: 'render',
      message: '{network} rejected this file: {reason} Use a JPEG, PNG or GIF, or an MP4 of up to 500 MB.',
    },
    {
      keys: ['FIELD_LENGTH_TOO_LONG'],
      category: 'content',
      message: '{Field} is too long for {network}. Shorten it.',
    },
    {
      keys: ['INVALID_VALUE_BLANK_FIELD'],
      category: 'content',
      message: '{network} needs text or media. Write a caption.',
    },
    {
      keys: ['INVALID_URN_ID', 'INVALID_URN_TYPE'],
      category: 'content',
      message: '{network} cannot find an account or media of the post: {reason} Reconnect the account.',
    },
    {
      keys: ['INVALID_VALUE_FOR_FIELD'],
      category: 'content',
      message: '{network} rejected a part of the post: {reason} Change it and retry.',
    },
    {
      status: [409],
      category: 'other',
      isRetryable: true,
      waitSeconds: 1,
      triesMax: 1,
      message: '{network} was busy with another change of this account. It will be retried automatically.',
    },
    {
      status: [404],
      category: 'content',
      message: '{network} cannot find something the post refers to: {reason} Change it and retry.',
    },
    {
      status: [400, 422],
      category: 'content',
      message: '{network} refused the post: {reason} Change it and retry.',
    },
  ],
}

const refusedFile = [413, 415, 422]
const noDetails = (status: number): ErrorDetails => ({ keys: [], code: `http_${status}`, text: '' })

/** Upload hosts often use another error format. Their refusals concern the file, not the post. */
export const uploadErrorTable: ErrorTable = {
  ...errorTable,
  read: (response) => read(response) ?? (refusedFile.includes(response.status) ? noDetails(response.status) : null),
  rows: [
    {
      keys: ['EXPIRED_UPLOAD_URL'],
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      triesMax: 5,
      message: '{network} stopped waiting for the upload. It will be uploaded again automatically.',
    },
    {
      status: refusedFile,
      category: 'render',
      message: '{network} rejected this file: {reason} Use a JPEG, PNG or GIF, or an MP4 of up to 500 MB.',
    },
    ...errorTable.rows,
  ],
}
