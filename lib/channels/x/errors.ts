import { z } from 'zod'
import { type ErrorDetails, type ErrorRow, type ErrorTable, type NetworkResponse, parseReset } from '../error-table'
import { networkFacts, patternOf } from '../settings'

/**
 * X has three error formats: problem documents, a plain `{code, message}`, and the old `{errors: [{code, message}]}`.
 */
const Shape = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  type: z.string().optional(),
  code: z.number().optional(),
  message: z.string().optional(),
  errors: z
    .array(
      z.object({
        code: z.number().optional(),
        message: z.string().optional(),
        detail: z.string().optional(),
        type: z.string().optional(),
      }),
    )
    .optional(),
})

function read(response: NetworkResponse): ErrorDetails | null {
  const parsed = Shape.safeParse(response.json)
  if (!parsed.success) return null
  const { title, detail, type, code, message, errors = [] } = parsed.data
  const text = detail ?? errors[0]?.message ?? errors[0]?.detail ?? message ?? title
  if (text === undefined) return null
  const codes = [code, ...errors.map((error) => error.code)].filter((value) => value !== undefined).map(String)
  // The host of a problem type has changed before, so only its name is used.
  const problems = [type, ...errors.map((error) => error.type)].flatMap(
    (value) => value?.match(/\/problems\/([\w-]+)/)?.[1] ?? [],
  )
  const keys = [...problems, ...codes]
  return {
    keys,
    code: keys[0] ?? `http_${response.status}`,
    text: [text, ...errors.map((error) => error.message ?? '')].join(' ').trim(),
  }
}

/** Rate limit headers: for 15 minutes, and for 24 hours per user and per app. */
const windows = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']

/** The latest reset of exhausted limits, or else the reset of the short one. */
function regainAt({ headers }: NetworkResponse, now: Date): Date | null {
  const ends = windows
    .filter((name) => headers[`${name}-remaining`] === '0')
    .flatMap((name) => parseReset(headers[`${name}-reset`], now) ?? [])
  if (ends.length > 0) return new Date(Math.max(...ends.map((end) => end.getTime())))
  return parseReset(headers['x-rate-limit-reset'], now)
}

const restricted = '{network} restricted this account: {reason} Sign in there and check before you retry.'
const duplicate = '{network} reports that the account has just posted this text. Check there before you post it again.'
const revoked = '{network} no longer accepts this connection. Reconnect the account.'

const lostMedia: ErrorRow = {
  get text() {
    return patternOf(networkFacts('x').lost_media_text)
  },
  category: 'render',
  isRetryable: true,
  waitSeconds: 5,
  triesMax: 5,
  message: '{network} no longer has the uploaded media. They will be uploaded again automatically.',
}

export const errorTable: ErrorTable = {
  network: 'X',
  read,
  regainAt,
  // Order matters: a 403 may be a quota, a dead token, a restriction or the post itself.
  rows: [
    {
      keys: ['usage-capped', 'UsageCapExceeded'],
      category: 'rate',
      message: 'Your X plan’s limit for this month is reached. Upgrade the plan at X, or wait for the next month.',
    },
    {
      status: [402],
      category: 'rate',
      message: 'The X app has no credits left for posts. Buy credits in the X developer console, then retry.',
    },
    {
      keys: ['185'],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 900,
      message:
        'The account reached {network}’s limit of posts for today. The post will be published later automatically.',
    },
    {
      keys: ['88'],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 900,
      message: '{network}’s rate limit is reached. The post will be published later automatically.',
    },
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 900,
      message: '{network}’s rate limit is reached. The post will be published later automatically.',
    },
    {
      keys: ['unsupported-authentication', 'client-forbidden'],
      category: 'connection',
      message:
        'The connected X app lacks permission for this ({reason}). Reconnect the account with an app that can post.',
    },
    { status: [401], category: 'connection', isAuthDead: true, message: revoked },
    { keys: ['32', '89'], category: 'connection', isAuthDead: true, message: revoked },
    { keys: ['user-suspended', '64', '326', '226'], category: 'review', message: restricted },
    {
      status: [403],
      text: /not permitted to access this feature|suspended|temporarily locked/i,
      category: 'review',
      message: restricted,
    },
    { keys: ['187'], category: 'content', isDuplicate: true, message: duplicate },
    { text: /duplicate content/i, category: 'content', isDuplicate: true, message: duplicate },
    {
      keys: ['433'],
      category: 'content',
      message: '{network} does not allow a reply here. Publish the text as a separate post, not as a thread.',
    },
    {
      text: /reply .*not allowed|not allowed to reply/i,
      category: 'content',
      message: '{network} does not allow a reply here. Publish the text as a separate post, not as a thread.',
    },
    {
      text: /deleted or not visible to you/i,
      category: 'content',
      message:
        'The post that this one replies to was deleted at {network}. Publish the text as a separate post, or start a new thread.',
    },
    lostMedia,
    { keys: ['186'], category: 'content', message: 'The text is too long for {network}. Shorten it.' },
    {
      text: /needs to be a bit shorter/i,
      category: 'content',
      message: 'The text is too long for {network}. Shorten it.',
    },
    {
      text: /maximum of one cashtag/i,
      category: 'content',
      message: '{network} allows one cashtag per post. Remove the others.',
    },
    {
      text: /maximum of 4 items/i,
      category: 'content',
      message: '{network} shows at most four images in a post. Remove the others.',
    },
    {
      text: /contains an invalid URL/i,
      category: 'content',
      message: '{network} rejected a link in this post. Check the links, or use unshortened ones.',
    },
    {
      text: /video longer than 2 minutes/i,
      category: 'content',
      message: '{network} allows videos of up to 140 seconds for this account. Trim the video.',
    },
    {
      text: /not permitted to perform this action/i,
      category: 'content',
      message: '{network} does not allow this account to post this. Check the post and the account there, then retry.',
    },
    {
      status: [413],
      category: 'render',
      message: '{network} rejected the file even in small chunks. Use a smaller one.',
    },
    {
      status: [503],
      category: 'other',
      isRetryable: true,
      message: '{network} is overloaded. It will be retried automatically.',
    },
    {
      keys: ['resource-not-found'],
      category: 'content',
      message: '{network} cannot find something the post refers to: {reason} Change it and retry.',
    },
    {
      status: [400, 403, 404],
      category: 'content',
      message: '{network} refused the post: {reason} Change it and retry.',
    },
  ],
}

/** Refused uploads concern the file, not the post. */
export const uploadErrorTable: ErrorTable = {
  ...errorTable,
  rows: [
    lostMedia,
    {
      status: [400, 415],
      category: 'render',
      message: '{network} rejected this file: {reason} Use another format or a smaller file.',
    },
    ...errorTable.rows,
  ],
}
