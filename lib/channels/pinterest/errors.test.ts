import { afterEach, describe, expect, test, vi } from 'vitest'
import { reloadEnv } from '../../env'
import type { ChannelFault } from '../fault'
import { faultOfAnswer, type NetworkAnswer } from '../fault-table'
import { faults, isBoardGone, isMediaGone, isSectionGone, storeFaults } from './errors'
import { regainAt } from './rate-limit'

const now = new Date('2026-06-01T12:00:00Z')

const answer = (status: number, code: number, message: string, headers = {}): NetworkAnswer => ({
  status,
  headers,
  json: { code, message },
  text: JSON.stringify({ code, message }),
})
const fault = (given: NetworkAnswer): ChannelFault => faultOfAnswer(faults, given, { makesPublic: true, now })

/** Status, code and words of the network → what it is to us, and the sentence that people read. */
const rows: [status: number, code: number, said: string, verdict: string, sentence: string][] = [
  [
    429,
    29,
    'Rate limit exceeded.',
    'refused rate retry',
    'Pinterest allows no more calls for the moment. The post goes out later by itself.',
  ],
  [
    401,
    3,
    'Your application does not have access to this restricted feature.',
    'refused other final',
    'Pinterest has not opened this feature to the connected app. Ask Pinterest for access to it.',
  ],
  [
    403,
    3,
    'Your application does not have access to this restricted feature.',
    'refused other final',
    'Pinterest has not opened this feature to the connected app. Ask Pinterest for access to it.',
  ],
  [
    403,
    403,
    'This link has been blocked because it may lead to spam.',
    'refused review final',
    'Pinterest holds the pin back. Look at the link and the account there before you try again. Pinterest said: This link has been blocked because it may lead to spam.',
  ],
  [
    401,
    2,
    'Authentication failed.',
    'refused connection final dead',
    'Pinterest no longer accepts the access to this account. Connect the account again.',
  ],
  [
    403,
    7,
    "Not authorized to access board or Pin. Missing: ['pins:write']",
    'refused connection final',
    "The connection lacks a permission at Pinterest. Connect again and grant all of them. Pinterest said: Not authorized to access board or Pin. Missing: ['pins:write'].",
  ],
  [
    400,
    235,
    'Unable to reach the URL. Please check the URL and try again.',
    'refused render retry',
    'Pinterest could not fetch the picture. Check that its address opens for everybody, then try again.',
  ],
  [
    400,
    236,
    'The format of the image is not supported',
    'refused render final',
    'Pinterest does not take this picture format. Use a JPEG or PNG.',
  ],
  [
    400,
    237,
    'The image is too large',
    'refused render final',
    'The picture is too large for Pinterest. Use a smaller one.',
  ],
  [
    400,
    1,
    'The images of a carousel must have the same dimensions',
    'refused render final',
    'The pictures of a carousel on Pinterest must all have one shape. Crop them alike, then try again.',
  ],
  [
    400,
    1,
    'Invalid request: one of cover_image_url or cover_image_content_type is required',
    'refused render final',
    'Pinterest needs a cover picture for a film. Set one and try again.',
  ],
  [
    404,
    2902,
    'Media not found.',
    'refused render retry',
    'Pinterest no longer holds the uploaded film. It is uploaded again by itself.',
  ],
  [
    400,
    1,
    'Invalid request: media_source.items is too long, constraint: maxItems=5',
    'refused content final',
    'The pin is over a limit of Pinterest. Shorten it and try again. Pinterest said: Invalid request: media_source.items is too long, constraint: maxItems=5.',
  ],
  [
    400,
    1,
    'Invalid request: title is too long, constraint: maxLength',
    'refused content final',
    'The pin is over a limit of Pinterest. Shorten it and try again. Pinterest said: Invalid request: title is too long, constraint: maxLength.',
  ],
  [
    400,
    1,
    "Invalid request: board_id does not match '^\\d+$'",
    'refused content final',
    'The board or section is named by something that is no id at Pinterest. Choose it from the list.',
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
    'Pinterest refused this. Change it and try again. Pinterest said: This pin was saved already.',
  ],
  [
    500,
    0,
    'Sorry! Something went wrong on our end.',
    'unknown other retry',
    'Pinterest has a fault of its own at the moment (status 500). It is not known whether the post went out, so the network is asked before anything is sent again.',
  ],
]

const verdictOf = ({ outcome, category, isRetryable, isAuthDead }: ChannelFault): string =>
  [outcome, category, isRetryable ? 'retry' : 'final', ...(isAuthDead ? ['dead'] : [])].join(' ')

test.each(rows)('%i/%i %s', (status, code, said, verdict, sentence) => {
  const met = fault(answer(status, code, said))
  expect([verdictOf(met), met.message, met.code]).toEqual([verdict, sentence, `${status}/${code}`])
})

test('every row of the table is met by one of these', () => {
  const sentences = rows.map(([, , , , sentence]) => sentence)
  const unmet = faults.rows.filter(({ message }) => {
    const [before = ''] = message.replaceAll('{network}', 'Pinterest').split(/ \(\{said\}|: \{said\}/)
    return !sentences.some((sentence) => sentence.startsWith(before.replace(/\.$/, '')))
  })
  expect(unmet).toEqual([])
})

test('what is gone is told apart by the network’s words', () => {
  const gone = [40, 2031, 2902].map((code) => fault(answer(404, code, rows.find((row) => row[1] === code)?.[2] ?? '')))
  expect(gone.map((met) => [isBoardGone(met), isSectionGone(met), isMediaGone(met)])).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
})

test.each([
  ['AccessDenied', 403, 'refused render retry'],
  ['EntityTooLarge', 400, 'refused render final'],
])('the store behind it says %s', (code, status, verdict) => {
  const text = `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>Policy expired.</Message></Error>`
  const met = faultOfAnswer(storeFaults, { status, headers: {}, json: undefined, text }, { makesPublic: false, now })
  expect([verdictOf(met), met.code]).toEqual([verdict, `store/${code}`])
})

describe('the time from which it answers again', () => {
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
      'the bucket that is empty',
      { 'x-ratelimit-remaining': `0, ${bucket('99', '0')}`, 'x-ratelimit-reset': `1, ${bucket('1', '37')}` },
      'auto',
      37,
    ],
    ['Unix seconds', { 'x-ratelimit-reset': String(unix) }, 'auto', 90],
    ['Unix milliseconds', { 'x-ratelimit-reset': String(unix * 1_000) }, 'auto', 90],
    ['milliseconds, when told so', { 'x-ratelimit-reset': '42000' }, 'milliseconds', 42],
    ['seconds, when told so', { 'x-ratelimit-reset': '42' }, 'seconds', 42],
    ['Unix time, when told so', { 'x-ratelimit-reset': String(unix) }, 'unix', 90],
    ['rubbish', { 'x-ratelimit-reset': 'soon' }, 'auto', null],
    ['nothing', {}, 'auto', null],
  ])('%s', (_, headers, unit, seconds) => {
    vi.stubEnv('PINTEREST_RATE_RESET_UNIT', unit)
    reloadEnv()
    const at = regainAt({ headers }, now)
    expect(at && (at.getTime() - now.getTime()) / 1_000).toBe(seconds)
  })
})
