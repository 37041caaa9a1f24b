import { nameChannels } from '@/components/channels/channel-names'
import type { FreeSlots } from './use-story-times'

/** Why a story cannot be added to the queue. Null if it can, or while that is unknown. */
export function queueBlockerOf(slots: FreeSlots | null): string | null {
  const { withoutSlots = [], times = [] } = slots ?? {}
  const [first] = withoutSlots
  if (!first) return null
  if (withoutSlots.length > 1 && times.length === 0) return 'The channels have no posting slots.'
  return `${nameChannels(withoutSlots)} ${withoutSlots.length === 1 ? 'has' : 'have'} no posting slots.`
}
