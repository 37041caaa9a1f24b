import { z } from 'zod'
import type { ChannelError } from '../channel-error'
import type { ErrorDetails, ErrorTable, NetworkResponse } from '../error-table'
import { networkFacts, patternOf } from '../settings'
import { regainAt } from './rate-limit'

const Shape = z.object({ code: z.number().optional(), message: z.string() })

/** The error code differs by endpoint, so rows match by status and message. */
function read(response: NetworkResponse): ErrorDetails | null {
  const parsed = Shape.safeParse(response.json)
  if (!parsed.success) return null
  const { code, message } = parsed.data
  return {
    keys: [],
    code: code === undefined ? `http_${response.status}` : `${response.status}/${code}`,
    text: message,
  }
}

const boardGone = /board not found/i
const sectionGone = /section not found/i
const mediaGone = /media not found|is not ready, its status/i

export const errorTable: ErrorTable = {
  network: 'Pinterest',
  read,
  regainAt,
  rows: [
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 60,
      message: '{network}’s rate limit is reached. The post will be published later automatically.',
    },
    {
      status: [401, 403],
      text: /restricted feature/i,
      category: 'other',
      message: '{network} does not offer this feature to the connected app. Ask Pinterest for access.',
    },
    {
      status: [400, 403, 409],
      get text() {
        return patternOf(networkFacts('pinterest').held_back_text)
      },
      category: 'review',
      message: '{network} blocks the pin: {reason} Check the link and the account there before you retry.',
    },
    {
      status: [401],
      category: 'connection',
      isAuthDead: true,
      message: '{network} no longer accepts this connection. Reconnect the account.',
    },
    {
      status: [403],
      category: 'connection',
      isForbidden: true,
      message: 'The connection lacks a permission at {network} ({reason}). Reconnect and grant all of them.',
    },
    {
      text: /unable to reach the url/i,
      category: 'render',
      isRetryable: true,
      waitSeconds: 30,
      triesMax: 1,
      message: '{network} could not fetch the image. Check that its URL is publicly accessible, then retry.',
    },
    {
      text: /format of the image is not supported/i,
      category: 'render',
      message: '{network} does not support this image format. Use a JPEG or PNG.',
    },
    {
      text: /image is too large/i,
      category: 'render',
      message: 'The image is too large for {network}. Use a smaller one.',
    },
    {
      text: /same dimensions/i,
      category: 'render',
      message: 'All images of a carousel on {network} must have the same aspect ratio. Crop them to match, then retry.',
    },
    {
      text: /cover_image_(url|content_type)/i,
      category: 'render',
      message: '{network} needs a cover image for a video. Set one and retry.',
    },
    {
      text: mediaGone,
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      triesMax: 5,
      message: '{network} no longer has the uploaded video. It will be uploaded again automatically.',
    },
    {
      text: /constraint: m(in|ax)(items|length)/i,
      category: 'content',
      message: 'The pin exceeds a limit of {network} ({reason}). Shorten it and retry.',
    },
    {
      text: /does not match '\^\\d\+\$'/i,
      category: 'content',
      message: 'The board or section id is invalid at {network}. Choose it from the list.',
    },
    {
      text: sectionGone,
      category: 'content',
      message: 'The board section no longer exists at {network}. Choose another one, or none.',
    },
    {
      text: boardGone,
      category: 'content',
      message: 'The board no longer exists at {network}. Choose another board.',
    },
    {
      status: [400, 404, 409, 422],
      category: 'content',
      message: '{network} refused this: {reason} Change it and retry.',
    },
  ],
}

/** Only the network's message tells which part of the pin is gone. */
const matchesResponse = (failure: ChannelError, pattern: RegExp): boolean =>
  failure.outcome === 'refused' && pattern.test(failure.answer ?? '')

export const isSectionGone = (failure: ChannelError): boolean => matchesResponse(failure, sectionGone)
export const isBoardGone = (failure: ChannelError): boolean =>
  matchesResponse(failure, boardGone) && !isSectionGone(failure)
/** An uploaded video expires after some days; a pin may be retried later. */
export const isMediaGone = (failure: ChannelError): boolean => matchesResponse(failure, mediaGone)

/** Pinterest's storage responds in XML. Its errors say nothing about the account. */
function readStore(response: NetworkResponse): ErrorDetails | null {
  const code = /<Code>([^<]+)<\/Code>/.exec(response.text ?? '')?.[1]
  const text = /<Message>([^<]*)<\/Message>/.exec(response.text ?? '')?.[1] ?? ''
  return code === undefined ? null : { keys: [code], code: `store/${code}`, text }
}

export const storageErrorTable: ErrorTable = {
  network: 'Pinterest',
  read: readStore,
  rows: [
    {
      keys: ['EntityTooLarge'],
      category: 'render',
      message: 'The video is too large for {network}. Use a smaller one.',
    },
    {
      // Usually the upload registration has expired; a new one helps.
      status: [400, 403, 412],
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      triesMax: 5,
      message: '{network} rejected the video ({reason}). The upload restarts automatically.',
    },
  ],
}
