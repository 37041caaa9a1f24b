'use client'

import type { ChannelId } from '@/lib/channel-ids'
import type { Draft, DraftOverride } from '../draft/draft'
import { type FieldName, fieldId } from '../draft/field-target'
import { useDraft, useEditor } from '../state/editor-context'

type Override = {
  draft: Draft
  /** What the channel overrides. */
  own: DraftOverride
  idOf: (field: FieldName) => string
  /** A member set to undefined is taken from the story again. */
  edit: (patch: Partial<DraftOverride>) => void
}

/** What the fields of one channel read and write. */
export function useOverride(channel: ChannelId): Override {
  const { store } = useEditor()
  const draft = useDraft()
  return {
    draft,
    own: draft.overrides[channel] ?? {},
    idOf: (field) => fieldId({ channel, field }),
    edit: (patch) => store.dispatch({ type: 'channelEdited', channel, patch }),
  }
}
