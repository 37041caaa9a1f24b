import type { Answer, Refusal } from '../exchange'
import type { PresetName } from '../faults'
import { badParameter, graphError, graphPresets, refuse } from '../meta/envelope'
import { limits } from './rules'

const restricted = { code: 4, subcode: 4279013, message: 'The action is restricted to protect the community.' }

export const textTooLong = (): Refusal => badParameter(`Param text must be at most ${limits.textMax} characters long.`)

/** Missing, unfinished, expired and published already: Threads says the same of all four. */
export const containerUnavailable = (id: string): Refusal =>
  refuse({
    code: 24,
    subcode: 4279009,
    message: 'The requested resource does not exist',
    userTitle: 'Media not found',
    userMessage: `The media with id ${id} cannot be found.`,
  })

export const quotaReached = (kind: string): Refusal =>
  refuse({ code: 9, subcode: 2207042, message: `You have reached the number of ${kind} for 24 hours.` })

export const fetchFailed = (): Refusal =>
  refuse({ code: 9004, subcode: 2207052, message: 'The media could not be fetched from this URI.' })

export const downloadTimedOut = (): Refusal =>
  refuse({ code: -2, subcode: 2207003, message: 'It took too long to download the media.' })

export const presets: Record<PresetName, () => Answer> = {
  ...graphPresets,
  content: () => textTooLong().answer,
  review: () => graphError(restricted),
  media: () => fetchFailed().answer,
}
