import { z } from 'zod'
import type { ErrorDetails, ErrorTable, NetworkResponse } from '../error-table'

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

/** The useful reason is in `context`; `message` is generic. */
function read(response: NetworkResponse): ErrorDetails | null {
  const [first] = Shape.safeParse(response.json).data?.errors ?? []
  if (!first) return null
  const { message, context, type, code } = first
  const keys = [code, type].filter((key) => typeof key === 'string')
  return { keys, code: keys[0] ?? `http_${response.status}`, text: context || message }
}

export const errorTable: ErrorTable = {
  network: 'Ghost',
  read,
  rows: [
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 60,
      message: '{network}’s rate limit is reached. The post will be published later automatically.',
    },
    {
      keys: ['HostLimitError'],
      category: 'rate',
      message: 'The plan of this Ghost site does not allow this: {reason} Upgrade the plan there.',
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
      message: 'The Ghost site rejects the admin key. Create a custom integration there and connect with its key.',
    },
    {
      status: [401],
      category: 'connection',
      isAuthDead: true,
      message: 'The Ghost site rejects the admin key. Create a custom integration there and connect with its key.',
    },
    {
      status: [403],
      category: 'connection',
      message: 'The Ghost site does not allow this ({reason}). Connect it with the admin key of a custom integration.',
    },
    {
      keys: ['UPDATE_COLLISION', 'UpdateCollisionError'],
      category: 'content',
      message: 'Someone is editing this post in Ghost. Close the editor there, then retry.',
    },
    {
      status: [413, 415],
      category: 'render',
      message:
        'The Ghost site rejected this file: {reason} Use a smaller file, a JPEG for images or an MP4 for videos.',
    },
    {
      status: [501],
      category: 'other',
      isAmbiguous: false,
      message: 'The Ghost site does not support this for integrations. Update the site.',
    },
    {
      status: [400, 404, 422],
      category: 'content',
      message: '{network} refused the post: {reason} Change it and retry.',
    },
  ],
}
