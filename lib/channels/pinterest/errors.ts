import { z } from 'zod'
import type { ChannelFault } from '../fault'
import type { AnswerFacts, FaultTable, NetworkAnswer } from '../fault-table'
import { networkFacts, wordsOf } from '../settings'
import { regainAt } from './rate-limit'

const Shape = z.object({ code: z.number().optional(), message: z.string() })

/** The inner code means different things at different endpoints, so rows go by status and words. */
function read(answer: NetworkAnswer): AnswerFacts | null {
  const parsed = Shape.safeParse(answer.json)
  if (!parsed.success) return null
  const { code, message } = parsed.data
  return { keys: [], code: code === undefined ? `http_${answer.status}` : `${answer.status}/${code}`, text: message }
}

const boardGone = /board not found/i
const sectionGone = /section not found/i
const mediaGone = /media not found|is not ready, its status/i

export const faults: FaultTable = {
  network: 'Pinterest',
  read,
  regainAt,
  rows: [
    {
      status: [429],
      category: 'rate',
      isRetryable: true,
      waitSeconds: 60,
      message: '{network} allows no more calls for the moment. The post goes out later by itself.',
    },
    {
      status: [401, 403],
      text: /restricted feature/i,
      category: 'other',
      message: '{network} has not opened this feature to the connected app. Ask Pinterest for access to it.',
    },
    {
      status: [400, 403, 409],
      get text() {
        return wordsOf(networkFacts('pinterest').held_back_text)
      },
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
      isForbidden: true,
      message: 'The connection lacks a permission at {network} ({said}). Connect again and grant all of them.',
    },
    {
      text: /unable to reach the url/i,
      category: 'render',
      isRetryable: true,
      waitSeconds: 30,
      triesMax: 1,
      message: '{network} could not fetch the picture. Check that its address opens for everybody, then try again.',
    },
    {
      text: /format of the image is not supported/i,
      category: 'render',
      message: '{network} does not take this picture format. Use a JPEG or PNG.',
    },
    {
      text: /image is too large/i,
      category: 'render',
      message: 'The picture is too large for {network}. Use a smaller one.',
    },
    {
      text: /same dimensions/i,
      category: 'render',
      message: 'The pictures of a carousel on {network} must all have one shape. Crop them alike, then try again.',
    },
    {
      text: /cover_image_(url|content_type)/i,
      category: 'render',
      message: '{network} needs a cover picture for a film. Set one and try again.',
    },
    {
      text: mediaGone,
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      triesMax: 5,
      message: '{network} no longer holds the uploaded film. It is uploaded again by itself.',
    },
    {
      text: /constraint: m(in|ax)(items|length)/i,
      category: 'content',
      message: 'The pin is over a limit of {network} ({said}). Shorten it and try again.',
    },
    {
      text: /does not match '\^\\d\+\$'/i,
      category: 'content',
      message: 'The board or section is named by something that is no id at {network}. Choose it from the list.',
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
      message: '{network} refused this: {said} Change it and try again.',
    },
  ],
}

/** The network's own words are kept with a fault, and they alone tell which of the things that a pin names is gone. */
const saidBy = (fault: ChannelFault, words: RegExp): boolean =>
  fault.outcome === 'refused' && words.test(fault.answer ?? '')

export const isSectionGone = (fault: ChannelFault): boolean => saidBy(fault, sectionGone)
export const isBoardGone = (fault: ChannelFault): boolean => saidBy(fault, boardGone) && !isSectionGone(fault)
/** An uploaded film lives for some days, and a pin can be tried again after that. */
export const isMediaGone = (fault: ChannelFault): boolean => saidBy(fault, mediaGone)

/** The store behind Pinterest speaks XML, and its refusals say nothing about the account. */
function readStore(answer: NetworkAnswer): AnswerFacts | null {
  const code = /<Code>([^<]+)<\/Code>/.exec(answer.text ?? '')?.[1]
  const text = /<Message>([^<]*)<\/Message>/.exec(answer.text ?? '')?.[1] ?? ''
  return code === undefined ? null : { keys: [code], code: `store/${code}`, text }
}

export const storeFaults: FaultTable = {
  network: 'Pinterest',
  read: readStore,
  rows: [
    {
      keys: ['EntityTooLarge'],
      category: 'render',
      message: 'The film is too large for {network}. Make it smaller.',
    },
    {
      // An upload that was registered too long ago is the usual reason; a new registration mends it.
      status: [400, 403, 412],
      category: 'render',
      isRetryable: true,
      waitSeconds: 10,
      triesMax: 5,
      message: '{network} did not take the film ({said}). The upload is begun anew by itself.',
    },
  ],
}
