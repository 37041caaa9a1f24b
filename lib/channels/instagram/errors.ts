import type { ChannelFault } from '../fault'
import { type FaultTable, faultOfFacts } from '../fault-table'
import { metaFaults } from '../meta/errors'

/** Instagram's publishing codes live among Meta's, because Facebook and Threads answer with some of them too. */
export const faults: FaultTable = metaFaults('Instagram')

/** A failed container tells its reason in a sentence that ends in a subcode. */
export function faultOfContainer(reason: string): ChannelFault {
  const subcode = reason.match(/\b2207\d{3}\b/)?.[0]
  const code = subcode ?? 'container_failed'
  return faultOfFacts(
    faults,
    { keys: subcode ? [`*/${subcode}`] : [], code, text: reason },
    {
      category: 'render',
      isRetryable: reason === 'EXPIRED',
      message: '{network} could not process the media. Check that it opens for everybody and try another format.',
    },
  )
}
