import { z } from 'zod'
import { type AnswerFacts, type FaultRow, type FaultTable, type NetworkAnswer, parseReset } from '../fault-table'
import { networkFacts, wordsOf } from '../settings'

/** X has three shapes at once: problem documents, a bare `{code, message}`, and the old `{errors: [{code, message}]}`. */
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

function read(answer: NetworkAnswer): AnswerFacts | null {
  const parsed = Shape.safeParse(answer.json)
  if (!parsed.success) return null
  const { title, detail, type, code, message, errors = [] } = parsed.data
  const text = detail ?? errors[0]?.message ?? errors[0]?.detail ?? message ?? title
  if (text === undefined) return null
  const codes = [code, ...errors.map((error) => error.code)].filter((value) => value !== undefined).map(String)
  // The host in front of a problem's name changed with the network's; only the name is dependable.
  const problems = [type, ...errors.map((error) => error.type)].flatMap(
    (value) => value?.match(/\/problems\/([\w-]+)/)?.[1] ?? [],
  )
  const keys = [...problems, ...codes]
  return {
    keys,
    code: keys[0] ?? `http_${answer.status}`,
    text: [text, ...errors.map((error) => error.message ?? '')].join(' ').trim(),
  }
}

/** The counters that some answers carry: of fifteen minutes, and of 24 hours for the user and for the whole app. */
const windows = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']

/** The latest end of those that are used up; where none says so, the end of the short one. */
function regainAt({ headers }: NetworkAnswer, now: Date): Date | null {
  const ends = windows
    .filter((name) => headers[`${name}-remaining`] === '0')
    .flatMap((name) => parseReset(headers[`${name}-reset`], now) ?? [])
  if (ends.length > 0) return new Date(Math.max(...ends.map((end) => end.getTime())))
  return parseReset(headers['x-rate-limit-reset'], now)
}

const restricted = '{network} has restricted this account: {said} Sign in there and look into it before you try again.'
const duplicate = '{network} says that the account has just posted this text. Look there before you post it again.'
const revoked = '{network} no longer accepts the access to this account. Connect the account again.'

const lostMedia: FaultRow = {
  get text() {
    return wordsOf(networkFacts('x').lost_media_text)
  },
  category: 'render',
  isRetryable: true,
  waitSeconds: 5,
  triesMax: 5,
  message: '{network} no longer has the uploaded media. They are uploaded again by themselves.',
}

export const faults: FaultTable = {
  network: 'X',
  read,
  regainAt,
  // The order is the table's meaning: a 403 may be a quota, a dead token, a restriction or the post itself.
  rows: [
    {
      keys: ['usage-capped', 'UsageCapExceeded'],
      category: 'rate',
      message: 'What your X plan includes for this month is used up. Raise the plan at X, or wait for the next month.',
    },
    {
      status: [402],
      category: 'rate',
      message:
        'The X app has no credits left to pay for posts. Buy some in the developer console of X, then try again.',
    },
    {
      keys: ['185'],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 900,
      message: '{network} allows this account no more posts today. The post goes out later by itself.',
    },
    {
      keys: ['88'],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 900,
      message: '{network} allows no more calls for the moment. The post goes out later by itself.',
    },
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 900,
      message: '{network} allows no more calls for the moment. The post goes out later by itself.',
    },
    {
      keys: ['unsupported-authentication', 'client-forbidden'],
      category: 'connection',
      message: 'The connected X app may not do this ({said}). Connect the account again with an app that may post.',
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
      message: '{network} does not allow a reply here. Post the text by itself and not as a thread.',
    },
    {
      text: /reply .*not allowed|not allowed to reply/i,
      category: 'content',
      message: '{network} does not allow a reply here. Post the text by itself and not as a thread.',
    },
    {
      text: /deleted or not visible to you/i,
      category: 'content',
      message: 'The post that this one answers is gone from {network}. Post the text by itself, or begin anew.',
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
      message: '{network} allows one cashtag in a post. Take out the others.',
    },
    {
      text: /maximum of 4 items/i,
      category: 'content',
      message: '{network} shows at most four pictures in a post. Take out the others.',
    },
    {
      text: /contains an invalid URL/i,
      category: 'content',
      message: '{network} does not accept a link of this post. Check the links, or write them without shortening.',
    },
    {
      text: /video longer than 2 minutes/i,
      category: 'content',
      message: '{network} lets this account post films of up to 140 seconds. Cut the film.',
    },
    {
      text: /not permitted to perform this action/i,
      category: 'content',
      message:
        '{network} does not let this account post this. Look at the post and at the account there, then try again.',
    },
    {
      status: [413],
      category: 'render',
      message: '{network} does not take the file even in small pieces. Make it smaller.',
    },
    {
      status: [503],
      category: 'other',
      isRetryable: true,
      message: '{network} is overloaded for the moment. It is tried again by itself.',
    },
    {
      keys: ['resource-not-found'],
      category: 'content',
      message: '{network} does not find what the post refers to: {said} Change it and try again.',
    },
    {
      status: [400, 403, 404],
      category: 'content',
      message: '{network} refused the post: {said} Change it and try again.',
    },
  ],
}

/** What X refuses of an upload is the file, never the post. */
export const uploadFaults: FaultTable = {
  ...faults,
  rows: [
    lostMedia,
    {
      status: [400, 415],
      category: 'render',
      message: '{network} does not take this file: {said} Use another format, or make it smaller.',
    },
    ...faults.rows,
  ],
}
