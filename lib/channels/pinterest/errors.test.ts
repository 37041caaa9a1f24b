import { afterEach, describe, expect, test, vi } from 'vitest'
import { reloadEnv } from '../../env'
import type { ChannelError } from '../channel-error'
import { errorFromResponse, type NetworkResponse } from '../error-table'
import { errorTable, isBoardGone, isMediaGone, isSectionGone, storageErrorTable } from './errors'
import { regainAt } from './rate-limit'

const now = new Date('2026-06-01T12:00:00Z')

const response = (status: number, code: number, message: string, headers = {}): NetworkResponse => ({
  status,
  headers,
  json: { code, message },
  text: JSON.stringify({ code, message }),
})
const errorFor = (given: NetworkResponse): ChannelError =>
  errorFromResponse(errorTable, given, { makesPublic: true, now })

/** Status, code and words of the network → what it is to us, and the sentence that people read. */
const rows: [status: number, code: number, said: string, verdict: string, sentence: string][] = [
  [
    429,
    29,
    'Rate limit exceeded.',
    'refused rate retry',
    'Pinterest’s rate limit is reached. The post will be published later automatically.',
  ],
  [
    401,
    3,
    'Your application does not have access to this restricted feature.',
    'refused other final',
    'Pinterest does not offer this feature to the connected app. Ask Pinterest for access.',
  ],
  [
    403,
    3,
    'Your application does not have access to this restricted feature.',
    'refused other final',
    'Pinterest does not offer this feature to the connected app. Ask Pinterest for access.',
  ],
  [
    403,
    403,
    'This link has been blocked because it may lead to spam.',
    'refused review final',
    'Pinterest blocks the pin. Check the link and the account there before you retry. Pinterest said: This link has been blocked because it may lead to spam.',
  ],
  [
    401,
    2,
    'Authentication failed.',
    'refused connection final dead',
    'Pinterest no longer accepts this connection. Reconnect the account.',
  ],
  [
    403,
    7,
    "Not authorized to access board or Pin. Missing: ['pins:write']",
    'refused connection final',
    "The connection lacks a permission at Pinterest. Reconnect and grant all of them. Pinterest said: Not authorized to access board or Pin. Missing: ['pins:write'].",
  ],
  [
    400,
    235,
    'Unable to reach the URL. Please check the URL and try again.',
    'refused render retry',
    'Pinterest could not fetch the image. Check that its URL is publicly accessible, then retry.',
  ],
  [
    400,
    236,
    'The format of the image is not supported',
    'refused render final',
    'Pinterest does not support this image format. Use a JPEG or PNG.',
  ],
  [
    400,
    237,
    'The image is too large',
    'refused render final',
    'The image is too large for Pinterest. Use a smaller one.',
  ],
  [
    400,
    1,
    'The images of a carousel must have the same dimensions',
    'refused render final',
    'All images of a carousel on Pinterest must have the same aspect ratio. Crop them to match, then retry.',
  ],
  [
    400,
    1,
    'Invalid request: one of cover_image_url or cover_image_content_type is required',
    'refused render final',
    'Pinterest needs a cover image for a video. Set one and retry.',
  ],
  [
    404,
    2902,
    'Media not found.',
    'refused render retry',
    'Pinterest no longer has the uploaded video. It will be uploaded again automatically.',
  ],
  [
    400,
    1,
    'Invalid request: media_source.items is too long, constraint: maxItems=5',
    'refused content final',
    'The pin exceeds a limit of Pinterest. Shorten it and retry. Pinterest said: Invalid request: media_source.items is too long, constraint: maxItems=5.',
  ],
  [
    400,
    1,
    'Invalid request: title is too long, constraint: maxLength',
    'refused content final',
    'The pin exceeds a limit of Pinterest. Shorten it and retry. Pinterest said: Invalid request: title is too long, constraint: maxLength.',
  ],
  [
    400,
    1,
    "Invalid request: board_id does not match '^\\d+$'",
    'refused content final',
    'The board or section id is invalid at Pinterest. Choose it from the list.',
  ],
  [
    404,
    2031,
    'Board section not found.',
    'refused content final',
    'The board section no longer exists at Pinterest. Choose another one, or none.',
  ],
  [
    404,
    40,
    'Board not found.',
    'refused content final',
    'The board no longer exists at Pinterest. Choose another board.',
  ],
  [
    409,
    409,
    'This pin was saved already.',
    'refused content final',
    'Pinterest refused this. Change it and retry. Pinterest said: This pin was saved already.',
  ],
  [
    500,
    0,
    'Sorry! Something went wrong on our end.',
    'unknown other retry',
    'Pinterest has an internal error (status 500). The post may have been published, so Storycast checks with the network before sending it again.',
  ],
]

const verdictOf = ({ outcome, category, isRetryable, isAuthDead }: ChannelError): string =>
  [outcome, category, isRetryable ? 'retry' : 'final', ...(isAuthDead ? ['dead'] : [])].join(' ')

test.each(rows)('%i/%i %s', (status, code, said, verdict, sentence) => {
  const error = errorFor(response(status, code, said))
  expect([verdictOf(error), error.message, error.code]).toEqual([verdict, sentence, `${status}/${code}`])
})

test('every row of the error table is tested', () => {
  const sentences = rows.map(([, , , , sentence]) => sentence)
  const untested = errorTable.rows.filter(({ message }) => {
    const [before = ''] = message.replaceAll('{network}', 'Pinterest').split(/ \(\{reason\}|: \{reason\}/)
    return !sentences.some((sentence) => sentence.startsWith(before.replace(/\.$/, '')))
  })
  expect(untested).toEqual([])
})

test('tells a missing board, section and video apart by the message', () => {
  const gone = [40, 2031, 2902].map((code) =>
    errorFor(response(404, code, rows.find((row) => row[1] === code)?.[2] ?? '')),
  )
  expect(gone.map((error) => [isBoardGone(error), isSectionGone(error), isMediaGone(error)])).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
})

test.each([
  ['AccessDenied', 403, 'refused render retry'],
  ['EntityTooLarge', 400, 'refused render final'],
])('storage error %s', (code, status, verdict) => {
  const text = `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>Policy expired.</Message></Error>`
  const error = errorFromResponse(
    storageErrorTable,
    { status, headers: {}, json: undefined, text },
    { makesPublic: false, now },
  )
  expect([verdictOf(error), error.code]).toEqual([verdict, `store/${code}`])
})

describe('rate limit reset', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    reloadEnv()
  })
  const bucket = (second: string, minute: string) => `${second};w=1;name="net", ${minute};w=60;name="org_write"`
  const unix = now.getTime() / 1_000 + 90

  test.each<[string, Record<string, string>, string, number | null]>([
    ['a plain number', { 'x-ratelimit-reset': '42' }, 'auto', 42],
    ['the first of a list', { 'x-ratelimit-reset': `42, ${bucket('1', '42')}` }, 'auto', 42],
    [
      'an empty bucket',
      { 'x-ratelimit-remaining': `0, ${bucket('99', '0')}`, 'x-ratelimit-reset': `1, ${bucket('1', '37')}` },
      'auto',
      37,
    ],
    ['Unix seconds', { 'x-ratelimit-reset': String(unix) }, 'auto', 90],
    ['Unix milliseconds', { 'x-ratelimit-reset': String(unix * 1_000) }, 'auto', 90],
    ['milliseconds by setting', { 'x-ratelimit-reset': '42000' }, 'milliseconds', 42],
    ['seconds by setting', { 'x-ratelimit-reset': '42' }, 'seconds', 42],
    ['Unix time by setting', { 'x-ratelimit-reset': String(unix) }, 'unix', 90],
    ['rubbish', { 'x-ratelimit-reset': 'soon' }, 'auto', null],
    ['nothing', {}, 'auto', null],
  ])('%s', (_, headers, unit, seconds) => {
    vi.stubEnv('PINTEREST_RATE_RESET_UNIT', unit)
    reloadEnv()
    const at = regainAt({ headers }, now)
    expect(at && (at.getTime() - now.getTime()) / 1_000).toBe(seconds)
  })
})
