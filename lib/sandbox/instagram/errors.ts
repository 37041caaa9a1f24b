import { type Answer, Refusal } from '../exchange'
import type { PresetName } from '../faults'
import { type GraphError, graphError, graphPresets } from '../meta/envelope'
import type { FilmProblem } from '../meta/film-fetch'

/** Instagram's publishing errors: code, subcode, and what its users read. */
const table = {
  serverError: [-1, 2207001, 'Instagram server error', 'An Instagram server error occurred. Try again.', 500],
  downloadTimeout: [-2, 2207003, 'Timeout', 'It took too long to download the media.', 400],
  imageTooLarge: [
    36000,
    2207004,
    'Image size too large',
    'The image is too large to download. It should be less than 8 MiB.',
    400,
  ],
  imageFormat: [
    36001,
    2207005,
    'Image format not supported',
    'The image format is not supported. Supported formats are: JPEG.',
    400,
  ],
  aspectRatio: [36003, 2207009, 'Invalid aspect ratio', 'The aspect ratio must be between 4:5 and 1.91:1.', 400],
  caption: [
    36004,
    2207010,
    'The caption is too long',
    'A caption holds 2,200 characters, 30 hashtags and 20 mentions.',
    400,
  ],
  containerMissing: [24, 2207008, 'Media builder not found', 'The media container does not exist or has expired.', 400],
  mediaMissing: [24, 2207006, 'Media not found', 'The media does not exist or you may not use it.', 400],
  thumbnailOffset: [1, 2207057, 'Invalid thumbnail offset', 'The thumbnail offset lies outside the film.', 400],
  mediaType: [100, 2207023, 'Unknown media type', 'The media type is unknown.', 400],
  carouselSize: [100, 2207028, 'Carousel size', 'A carousel needs between 2 and 10 items.', 400],
  tooManyTags: [100, 2207040, 'Too many tags', 'A post holds at most 20 user tags.', 400],
  quota: [
    9,
    2207042,
    'Publishing limit reached',
    'You have reached the number of posts that may be published in 24 hours.',
    400,
  ],
  spam: [4, 2207051, 'Action blocked', 'We restrict certain activity to protect our community.', 400],
  fetch: [9004, 2207052, 'Media download failed', 'The media could not be fetched from this URI.', 400],
  notReady: [9007, 2207027, 'Media not ready', 'The media is not ready to be published. Wait a moment.', 400],
} satisfies Record<string, [code: number, subcode: number, title: string, message: string, status: number]>

/** Films are fetched after the answer, so what is wrong with one shows in the container's status, as a subcode. */
export const filmErrors: Record<FilmProblem, string> = {
  unreachable: '2207076',
  timeout: '2207003',
  no_ranges: '2207077',
  wrong_type: '2207077',
  too_large: '2207082',
  no_film: '2207026',
  codec: '2207026',
  index_at_end: '2207026',
  duration: '2207026',
  frame_rate: '2207026',
  dimensions: '2207026',
  ratio: '2207026',
  bit_rate: '2207026',
}

export type InstagramError = keyof typeof table

function describe(name: InstagramError): GraphError {
  const [code, subcode, userTitle, userMessage, status] = table[name]
  return { code, subcode, userTitle, userMessage, message: userMessage, status }
}

export const refuse = (name: InstagramError): Refusal => new Refusal(graphError(describe(name)))

export const presets: Record<PresetName, () => Answer> = {
  ...graphPresets,
  content: () => graphError(describe('caption')),
  review: () => graphError(describe('spam')),
  media: () => graphError(describe('fetch')),
}
