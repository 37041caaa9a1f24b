import { z } from 'zod'
import { type AnswerFacts, type FaultTable, type NetworkAnswer, parseReset } from '../fault-table'

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

export const faults: FaultTable = {
  network: 'X',
  read,
  regainAt: (answer, now) => parseReset(answer.headers['x-rate-limit-reset'], now),
  rows: [
    {
      keys: ['usage-capped', 'UsageCapExceeded'],
      category: 'rate',
      message: 'What your X plan includes for this month is used up. Raise the plan at X, or wait for the next month.',
    },
    {
      keys: ['88', '185'],
      category: 'rate',
      isRetryable: true,
      retryAfterSeconds: 900,
      message: '{network} allows no more posts for the moment. The post goes out later by itself.',
    },
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      retryAfterSeconds: 900,
      message: '{network} allows no more calls for the moment. The post goes out later by itself.',
    },
    {
      keys: ['unsupported-authentication', 'client-forbidden'],
      category: 'connection',
      message: 'The connected X app may not do this ({said}). Connect the account again with an app that may post.',
    },
    {
      status: [401],
      category: 'connection',
      isAuthDead: true,
      message: '{network} no longer accepts the access to this account. Connect the account again.',
    },
    {
      keys: ['32', '89'],
      category: 'connection',
      isAuthDead: true,
      message: '{network} no longer accepts the access to this account. Connect the account again.',
    },
    {
      keys: ['user-suspended', '64', '326', '226'],
      category: 'review',
      message: '{network} has restricted this account: {said} Sign in there and look into it before you try again.',
    },
    {
      status: [403],
      text: /not permitted to access this feature|suspended|temporarily locked/i,
      category: 'review',
      message: '{network} has restricted this account: {said} Sign in there and look into it before you try again.',
    },
    {
      keys: ['187'],
      category: 'content',
      isDuplicate: true,
      message: '{network} says that the account has just posted this text. Look there before you post it again.',
    },
    {
      text: /duplicate content/i,
      category: 'content',
      isDuplicate: true,
      message: '{network} says that the account has just posted this text. Look there before you post it again.',
    },
    {
      keys: ['433'],
      category: 'content',
      message: '{network} does not allow a reply here. Post the text by itself and not as a thread.',
    },
    {
      text: /media ids? (is|are) invalid/i,
      category: 'render',
      isRetryable: true,
      retryAfterSeconds: 5,
      message: '{network} no longer has the uploaded media. They are uploaded again by themselves.',
    },
    { keys: ['186'], category: 'content', message: 'The text is too long for {network}. Shorten it.' },
    { status: [413], category: 'render', message: 'The file is too large for {network}. Make it smaller.' },
    {
      status: [503],
      category: 'other',
      isRetryable: true,
      message: '{network} is overloaded for the moment. It is tried again by itself.',
    },
    {
      status: [400, 403, 404],
      category: 'content',
      message: '{network} refused the post: {said} Change it and try again.',
    },
  ],
}
