import { z } from 'zod'
import { type AnswerFacts, type FaultTable, type NetworkAnswer, parseReset } from '../fault-table'

const Shape = z.object({ code: z.number().optional(), message: z.string() })

/** The inner code means different things at different endpoints, so rows go by status and words. */
function read(answer: NetworkAnswer): AnswerFacts | null {
  const parsed = Shape.safeParse(answer.json)
  if (!parsed.success) return null
  const { code, message } = parsed.data
  return { keys: [], code: code === undefined ? `http_${answer.status}` : `${answer.status}/${code}`, text: message }
}

export const faults: FaultTable = {
  network: 'Pinterest',
  read,
  regainAt: (answer, now) => parseReset(answer.headers['x-ratelimit-reset'], now),
  rows: [
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      retryAfterSeconds: 60,
      message: '{network} allows no more calls for the moment. The post goes out later by itself.',
    },
    {
      status: [401, 403],
      text: /restricted feature/i,
      category: 'other',
      message: '{network} has not opened this feature to the connected app. Ask Pinterest for access to it.',
    },
    {
      status: [403],
      text: /spam|blocked/i,
      category: 'review',
      message: '{network} holds the pin back: {said} Look at the link and the account there before you try again.',
    },
    {
      status: [401],
      category: 'connection',
      isAuthDead: true,
      message: '{network} no longer accepts the access to this account. Connect the account again.',
    },
    {
      status: [403],
      category: 'connection',
      message: 'The connection lacks a permission at {network} ({said}). Connect again and grant all of them.',
    },
    {
      text: /unable to reach the url/i,
      category: 'render',
      isRetryable: true,
      retryAfterSeconds: 30,
      message: '{network} could not fetch the picture. Check that its address opens for everybody, then try again.',
    },
    {
      text: /format of the image is not supported/i,
      category: 'render',
      message: '{network} does not take this picture format. Use a JPEG or PNG.',
    },
    {
      text: /cover_image_(url|content_type)/i,
      category: 'render',
      message: '{network} needs a cover picture for a film. Set one and try again.',
    },
    {
      text: /board not found/i,
      category: 'content',
      message: 'The board no longer exists at {network}. Choose another board.',
    },
    { status: [409], category: 'content', message: '{network} refused the pin: {said} Change it and try again.' },
    {
      status: [400, 404, 422],
      category: 'content',
      message: '{network} refused the pin: {said} Change it and try again.',
    },
  ],
}
