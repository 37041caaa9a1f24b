import { expect, test } from 'vitest'
import type { ChannelFault } from '../fault'
import { faultOfAnswer, type NetworkAnswer } from '../fault-table'
import { faults } from './errors'

const now = new Date('2026-06-01T12:00:00Z')

type Said = { type: string; message: string; context?: string; code?: string }

function answer(status: number, { context = '', code = '', ...said }: Said): NetworkAnswer {
  const json = { errors: [{ ...said, context: context || null, code: code || null }] }
  return { status, headers: {}, json, text: JSON.stringify(json) }
}
const faultOf = (given: NetworkAnswer): ChannelFault => faultOfAnswer(faults, given, { makesPublic: true, now })

const badKey = 'The Ghost site does not accept the admin key. Make a custom integration there and connect with its key.'
const unauthorized = (code: string, message: string): Said => ({ type: 'UnauthorizedError', code, message })

/** What the site answers → what it is to us, and the sentence that people read. */
const rows: [status: number, said: Said, verdict: string, sentence: string][] = [
  [
    429,
    { type: 'TooManyRequestsError', message: 'Too many requests.' },
    'refused rate retry',
    'Ghost allows no more calls for the moment. The post goes out later by itself.',
  ],
  [
    403,
    { type: 'HostLimitError', message: 'Host limit error, cannot save post.', context: 'Your plan allows 3 posts.' },
    'refused rate final',
    'The plan of this Ghost site does not allow it. Raise the plan there. Ghost said: Your plan allows 3 posts.',
  ],
  [
    401,
    unauthorized('INVALID_AUTH_HEADER', 'Authorization failed: no credential'),
    'refused connection final dead',
    badKey,
  ],
  [401, unauthorized('UNKNOWN_ADMIN_API_KEY', 'Unknown Admin API Key'), 'refused connection final dead', badKey],
  [401, unauthorized('INVALID_JWT', 'Invalid token: jwt expired'), 'refused connection final dead', badKey],
  [401, unauthorized('INVALID_API_KEY_TYPE', 'Invalid API Key type'), 'refused connection final dead', badKey],
  [401, { type: 'UnauthorizedError', message: 'Not signed in' }, 'refused connection final dead', badKey],
  [
    400,
    { type: 'BadRequestError', code: 'INVALID_JWT', message: 'Invalid token: no kid' },
    'refused connection final dead',
    badKey,
  ],
  [
    400,
    { type: 'BadRequestError', code: 'MISSING_ADMIN_API_KID', message: 'Admin API kid missing.' },
    'refused connection final dead',
    badKey,
  ],
  [
    403,
    { type: 'NoPermissionError', message: 'You do not have permission to perform this action' },
    'refused connection final',
    'The Ghost site does not permit this. Connect it with the admin key of a custom integration. Ghost said: You do not have permission to perform this action.',
  ],
  [
    404,
    { type: 'NotFoundError', message: 'Resource not found error, cannot read post.', context: 'Post not found.' },
    'refused content final',
    'Ghost refused the post. Change it and try again. Ghost said: Post not found.',
  ],
  [
    409,
    {
      type: 'UpdateCollisionError',
      code: 'UPDATE_COLLISION',
      message: 'Saving failed! Someone else is editing this post.',
    },
    'refused content final',
    'Somebody is editing this post at the Ghost site. Close the editor there, then try again.',
  ],
  [
    413,
    { type: 'RequestEntityTooLargeError', message: 'Request is larger than the maximum file size.' },
    'refused render final',
    'The Ghost site does not take this file. Use a smaller file, a JPEG for a picture or an MP4 for a film. Ghost said: Request is larger than the maximum file size.',
  ],
  [
    415,
    { type: 'UnsupportedMediaTypeError', message: 'Please select a valid image.' },
    'refused render final',
    'The Ghost site does not take this file. Use a smaller file, a JPEG for a picture or an MP4 for a film. Ghost said: Please select a valid image.',
  ],
  [
    422,
    {
      type: 'ValidationError',
      message: 'Validation error, cannot save post.',
      context: 'Value in [posts.title] exceeds maximum length of 255 characters.',
    },
    'refused content final',
    'Ghost refused the post. Change it and try again. Ghost said: Value in [posts.title] exceeds maximum length of 255 characters.',
  ],
  [
    501,
    { type: 'NotImplementedError', message: 'Not for tokens.' },
    'refused other final',
    'The Ghost site does not open this to integrations. Bring the site up to date.',
  ],
  [
    500,
    { type: 'InternalServerError', message: 'An unexpected error occurred, please try again.' },
    'unknown other retry',
    'Ghost has a fault of its own at the moment (status 500). It is not known whether the post went out, so the network is asked before anything is sent again.',
  ],
]

const verdictOf = ({ outcome, category, isRetryable, isAuthDead }: ChannelFault): string =>
  [outcome, category, isRetryable ? 'retry' : 'final', ...(isAuthDead ? ['dead'] : [])].join(' ')

test.each(rows)('%i %o', (status, said, verdict, sentence) => {
  const met = faultOf(answer(status, said))
  expect([verdictOf(met), met.message, met.code]).toEqual([verdict, sentence, said.code ?? said.type])
})

test('every row of the table is met by one of these', () => {
  const sentences = rows.map(([, , , sentence]) => sentence)
  const unmet = faults.rows.filter(({ message }) => {
    const [before = ''] = message.replaceAll('{network}', 'Ghost').split(/ \(\{said\}|: \{said\}/)
    return !sentences.some((sentence) => sentence.startsWith(before.replace(/\.$/, '')))
  })
  expect(unmet).toEqual([])
})

test('a page of HTML says nothing about the post', () => {
  const page = (status: number): NetworkAnswer => ({ status, headers: {}, json: undefined, text: '<html>' })
  expect([502, 200].map((status) => verdictOf(faultOf(page(status))))).toEqual([
    'unknown other retry',
    'unknown other retry',
  ])
  // A bare 401 may be a proxy's in front of the site, so the key is not given up for it.
  expect(verdictOf(faultOf(page(401)))).toBe('refused connection final')
})
