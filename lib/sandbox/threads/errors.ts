import type { Answer, Refusal } from '../exchange'
import type { PresetName } from '../faults'
import { badParameter, graphError, graphPresets, refuse } from '../meta/envelope'
import type { FilmProblem } from '../meta/film-fetch'
import { limits } from './rules'

const restricted = { code: 4, subcode: 4279013, message: 'The action is restricted to protect the community.' }

/** Films are fetched after the answer, so what is wrong with one shows in the container's status. */
export const filmErrors: Record<FilmProblem, string> = {
  unreachable: 'FAILED_DOWNLOADING_VIDEO',
  timeout: 'FAILED_DOWNLOADING_VIDEO',
  no_ranges: 'FAILED_DOWNLOADING_VIDEO',
  wrong_type: 'FAILED_DOWNLOADING_VIDEO',
  too_large: 'FAILED_PROCESSING_VIDEO',
  no_film: 'FAILED_PROCESSING_VIDEO',
  codec: 'FAILED_PROCESSING_VIDEO',
  index_at_end: 'FAILED_PROCESSING_VIDEO',
  duration: 'INVALID_DURATION',
  frame_rate: 'INVALID_FRAME_RATE',
  dimensions: 'FAILED_PROCESSING_VIDEO',
  // Meta spells it so.
  ratio: 'INVALID_ASPEC_RATIO',
  bit_rate: 'INVALID_BIT_RATE',
}

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
