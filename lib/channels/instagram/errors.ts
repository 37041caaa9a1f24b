import type { ChannelError } from '../channel-error'
import { type ErrorTable, errorFromDetails } from '../error-table'
import { metaErrorTable } from '../meta/errors'

/** Instagram's publishing codes are in Meta's table, because Facebook and Threads use some of them. */
export const errorTable: ErrorTable = metaErrorTable('Instagram')

/** A failed container's message ends with a subcode. */
export function containerError(reason: string): ChannelError {
  const subcode = reason.match(/\b2207\d{3}\b/)?.[0]
  const code = subcode ?? 'container_failed'
  return errorFromDetails(
    errorTable,
    { keys: subcode ? [`*/${subcode}`] : [], code, text: reason },
    {
      category: 'render',
      isRetryable: reason === 'EXPIRED',
      message:
        '{network} could not process the media. Check that its URL is publicly accessible, or use another format.',
    },
  )
}
