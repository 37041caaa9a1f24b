import { localOf } from '@/components/time/local-time'
import type { FreeSlot } from './use-free-slots'

/** Opens a new story for the channels of a slot at its time. */
export const composePath = (projectId: string, { at, channels }: FreeSlot, timeZone: string): string =>
  `/${projectId}/compose?at=${localOf(at, timeZone)}&channels=${channels.join(',')}`
