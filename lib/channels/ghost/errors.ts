import { z } from 'zod'
import type { AnswerFacts, FaultTable, NetworkAnswer } from '../fault-table'

const Shape = z.object({
  errors: z
    .array(
      z.object({
        message: z.string(),
        context: z.string().nullish(),
        type: z.string().nullish(),
        code: z.string().nullish(),
      }),
    )
    .min(1),
})

/** The reason that helps is in `context`; `message` only says that something failed. */
function read(answer: NetworkAnswer): AnswerFacts | null {
  const [first] = Shape.safeParse(answer.json).data?.errors ?? []
  if (!first) return null
  const { message, context, type, code } = first
  const keys = [code, type].filter((key) => typeof key === 'string')
  return { keys, code: keys[0] ?? `http_${answer.status}`, text: context || message }
}

export const faults: FaultTable = {
  network: 'Ghost',
  read,
  rows: [
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 60,
      message: '{network} allows no more calls for the moment. The post goes out later by itself.',
    },
    {
      keys: ['HostLimitError'],
      category: 'rate',
      message: 'The plan of this Ghost site does not allow it: {said} Raise the plan there.',
    },
    {
      keys: [
        'UNKNOWN_ADMIN_API_KEY',
        'INVALID_JWT',
        'INVALID_AUTH_HEADER',
        'INVALID_API_KEY_TYPE',
        'MISSING_ADMIN_API_KID',
      ],
      category: 'connection',
      isAuthDead: true,
      message:
        'The Ghost site does not accept the admin key. Make a custom integration there and connect with its key.',
    },
    {
      status: [401],
      category: 'connection',
      isAuthDead: true,
      message:
        'The Ghost site does not accept the admin key. Make a custom integration there and connect with its key.',
    },
    {
      status: [403],
      category: 'connection',
      message: 'The Ghost site does not permit this ({said}). Connect it with the admin key of a custom integration.',
    },
    {
      keys: ['UPDATE_COLLISION', 'UpdateCollisionError'],
      category: 'content',
      message: 'Somebody is editing this post at the Ghost site. Close the editor there, then try again.',
    },
    {
      status: [413, 415],
      category: 'render',
      message:
        'The Ghost site does not take this file: {said} Use a smaller file, a JPEG for a picture or an MP4 for a film.',
    },
    {
      status: [501],
      category: 'other',
      isAmbiguous: false,
      message: 'The Ghost site does not open this to integrations. Bring the site up to date.',
    },
    {
      status: [400, 404, 422],
      category: 'content',
      message: '{network} refused the post: {said} Change it and try again.',
    },
  ],
}
