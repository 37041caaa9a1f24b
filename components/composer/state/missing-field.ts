import type { Draft } from '../draft/draft'
import type { FieldTarget } from '../draft/field-target'

/** `queue`: schedule in the next free slot of each channel. */
export type FinishAction = 'draft' | 'schedule' | 'queue' | 'publish'

/** `asked`: the posts wait for an approval. `given`: the user approves them at once. */
export type Approval = 'not needed' | 'asked' | 'given'

export type MissingField = { message: string; target: FieldTarget }

/** The first required field that is missing. */
export function missingField(action: FinishAction, draft: Draft): MissingField | null {
  if (draft.channels.length === 0) {
    return { message: 'Choose at least one channel.', target: { channel: null, field: 'channels' } }
  }
  if (draft.caption.trim() === '') {
    return { message: 'Write a caption first.', target: { channel: null, field: 'caption' } }
  }
  if (action === 'schedule' && !draft.localTime) {
    return { message: 'Choose a time.', target: { channel: null, field: 'time' } }
  }
  return null
}
