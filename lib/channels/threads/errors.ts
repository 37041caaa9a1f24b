import type { ChannelFault } from '../fault'
import { type FaultRow, type FaultTable, faultOfFacts } from '../fault-table'
import { metaFaults } from '../meta/errors'

/** Threads says much in words alone, under code 100 or none of its own. */
const rows: readonly FaultRow[] = [
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
    message: '{network} could not fetch the media. Check that its address opens for everybody, then try again.',
  },
  {
    text: /THREADS_API__(FEATURE_NOT_AVAILABLE|GEO_GATING)/,
    category: 'content',
    message: '{network} does not offer this to the account: {said} Change the post.',
  },
  // Containers that failed: `error_message` of the status.
  {
    keys: ['FAILED_DOWNLOADING_VIDEO', 'FAILED_PROCESSING_VIDEO', 'UNKNOWN'],
    category: 'render',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: 1,
    message: '{network} could not fetch or process the media. Check that its address opens for everybody.',
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
    message: '{network} does not take the media as it is: {said} Encode it anew and try again.',
  },
]

export const faults: FaultTable = metaFaults('Threads', rows)

export function faultOfContainer(reason: string): ChannelFault {
  return faultOfFacts(
    faults,
    { keys: [reason], code: reason || 'container_failed', text: reason },
    {
      category: 'render',
      isRetryable: reason === 'EXPIRED',
      message: '{network} could not process the post. Check the media and try again.',
    },
  )
}
