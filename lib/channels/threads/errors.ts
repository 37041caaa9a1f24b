import type { ChannelError } from '../channel-error'
import { type ErrorRow, type ErrorTable, errorFromDetails } from '../error-table'
import { metaErrorTable } from '../meta/errors'

/** Threads often only sends a message, with code 100 or none. */
const rows: readonly ErrorRow[] = [
  {
    text: /must be at most \d+ characters/i,
    category: 'content',
    message: 'The text is too long for {network}, which allows 500 characters. Shorten it.',
  },
  {
    text: /media could not be fetched/i,
    category: 'render',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: 1,
    message: '{network} could not fetch the media. Check that its URL is publicly accessible, then retry.',
  },
  {
    text: /THREADS_API__(FEATURE_NOT_AVAILABLE|GEO_GATING)/,
    category: 'content',
    message: '{network} does not offer this to the account: {reason} Change the post.',
  },
  // Failed containers: `error_message` of the status.
  {
    keys: ['FAILED_DOWNLOADING_VIDEO', 'FAILED_PROCESSING_VIDEO', 'UNKNOWN'],
    category: 'render',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: 1,
    message: '{network} could not fetch or process the media. Check that its URL is publicly accessible.',
  },
  {
    keys: [
      'FAILED_PROCESSING_AUDIO',
      'INVALID_ASPEC_RATIO',
      'INVALID_ASPECT_RATIO',
      'INVALID_BIT_RATE',
      'INVALID_DURATION',
      'INVALID_FRAME_RATE',
      'INVALID_AUDIO_CHANNELS',
      'INVALID_AUDIO_CHANNEL_LAYOUT',
    ],
    category: 'render',
    message: '{network} rejected the media: {reason} Re-encode it and retry.',
  },
]

export const errorTable: ErrorTable = metaErrorTable('Threads', rows)

export function containerError(reason: string): ChannelError {
  return errorFromDetails(
    errorTable,
    { keys: [reason], code: reason || 'container_failed', text: reason },
    {
      category: 'render',
      isRetryable: reason === 'EXPIRED',
      message: '{network} could not process the post. Check the media and retry.',
    },
  )
}
