import type { Draft } from './draft'
import type { Place } from './fields'
import type { Ending } from './use-ending'

export type Missing = { message: string; place: Place }

/** What even the server could only refuse. */
export function whatIsMissing(ending: Ending, draft: Draft): Missing | null {
  if (draft.channels.length === 0) {
    return { message: 'Choose at least one channel.', place: { channel: null, field: 'channels' } }
  }
  if (draft.caption.trim() === '') {
    return { message: 'Write a caption first.', place: { channel: null, field: 'caption' } }
  }
  if (ending === 'schedule' && !draft.localTime) {
    return { message: 'Choose when it goes out.', place: { channel: null, field: 'time' } }
  }
  return null
}
