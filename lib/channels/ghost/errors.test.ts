import { expect, test } from 'vitest'
import type { ChannelError } from '../channel-error'
import { errorFromResponse, type NetworkResponse } from '../error-table'
import { errorTable } from './errors'

const now = new Date('2026-06-01T12:00:00Z')

type Said = { type: string; message: string; context?: string; code?: string }

function response(status: number, { context = '', code = '', ...said }: Said): NetworkResponse {
  const json = { errors: [{ ...said, context: context || null, code: code || null }] }
  return { status, headers: {}, json, text: JSON.stringify(json) }
}
const errorOf = (given: NetworkResponse): ChannelError =>
  errorFromResponse(errorTable, given, { makesPublic: true, now })

const badKey = 'The Ghost site rejects the admin key. Create a custom integration there and connect with its key.'
const unauthorized = (code: string, message: string): Said => ({ type: 'UnauthorizedError', code, message })

/** The site's response, and our error and message for it. */
const rows: [status: number, said: Said, verdict: string, sentence: string][] = [
  [
    429,
    { type: 'TooManyRequestsError', message: 'Too many requests.' },
    'refused rate retry',
    'Ghost’s rate limit is reached. The post will be published later automatically.',
  ],
  [
    403,
    { type: 'HostLimitError', message: 'Host limit error, cannot save post.', context: 'Your plan allows 3 posts.' },
    'refused rate final',
    'The plan of this Ghost site does not allow this. Upgrade the plan there. Ghost said: Your plan allows 3 posts.',
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
    'The Ghost site does not allow this. Connect it with the admin key of a custom integration. Ghost said: You do not have permission to perform this action.',
  ],
  [
    404,
    { type: 'NotFoundError', message: 'Resource not found error, cannot read post.', context: 'Post not found.' },
    'refused content final',
    'Ghost refused the post. Change it and retry. Ghost said: Post not found.',
  ],
  [
    409,
    {
      type: 'UpdateCollisionError',
      code: 'UPDATE_COLLISION',
      message: 'Saving failed! Someone else is editing this post.',
    },
    'refused content final',
    'Someone is editing this post in Ghost. Close the editor there, then retry.',
  ],
  [
    413,
    { type: 'RequestEntityTooLargeError', message: 'Request is larger than the maximum file size.' },
    'refused render final',
    'The Ghost site rejected this file. Use a smaller file, a JPEG for images or an MP4 for videos. Ghost said: Request is larger than the maximum file size.',
  ],
  [
    415,
    { type: 'UnsupportedMediaTypeError', message: 'Please select a valid image.' },
    'refused render final',
    'The Ghost site rejected this file. Use a smaller file, a JPEG for images or an MP4 for videos. Ghost said: Please select a valid image.',
  ],
  [
    422,
    {
      type: 'ValidationError',
      message: 'Validation error, cannot save post.',
      context: 'Value in [posts.title] exceeds maximum length of 255 characters.',
    },
    'refused content final',
    'Ghost refused the post. Change it and retry. Ghost said: Value in [posts.title] exceeds maximum length of 255 characters.',
  ],
  [
    501,
    { type: 'NotImplementedError', message: 'Not for tokens.' },
    'refused other final',
    'The Ghost site does not support this for integrations. Update the site.',
  ],
  [
    500,
    { type: 'InternalServerError', message: 'An unexpected error occurred, please try again.' },
    'unknown other retry',
    'Ghost has an internal error (status 500). The post may have been published, so Storycast checks with the network before sending it again.',
  ],
]

const verdictOf = ({ outcome, category, isRetryable, isAuthDead }: ChannelError): string =>
  [outcome, category, isRetryable ? 'retry' : 'final', ...(isAuthDead ? ['dead'] : [])].join(' ')

test.each(rows)('%i %o', (status, said, verdict, sentence) => {
  const error = errorOf(response(status, said))
  expect([verdictOf(error), error.message, error.code]).toEqual([verdict, sentence, said.code ?? said.type])
})

test('every row of the error table is tested', () => {
  const sentences = rows.map(([, , , sentence]) => sentence)
  const untested = errorTable.rows.filter(({ message }) => {
    const [before = ''] = message.replaceAll('{network}', 'Ghost').split(/ \(\{reason\}|: \{reason\}/)
    return !sentences.some((sentence) => sentence.startsWith(before.replace(/\.$/, '')))
  })
  expect(untested).toEqual([])
})

test('an HTML page leaves the post in doubt', () => {
  const page = (status: number): NetworkResponse => ({ status, headers: {}, json: undefined, text: '<html>' })
  expect([502, 200].map((status) => verdictOf(errorOf(page(status))))).toEqual([
    'unknown other retry',
    'unknown other retry',
  ])
  // A plain 401 may come from a proxy, so the key stays valid.
  expect(verdictOf(errorOf(page(401)))).toBe('refused connection final')
})
