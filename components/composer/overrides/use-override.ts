'use client'

import { channelNames } from '@/components/channels/channel-names'
import { useToast } from '@/components/ui/toast'
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
  /** Takes members from the story again. It can be undone. */
  reset: (what: string, members: readonly (keyof DraftOverride)[]) => void
}

/** What the fields of one channel read and write. */
export function useOverride(channel: ChannelId): Override {
  const { store } = useEditor()
  const draft = useDraft()
  const toast = useToast()
  const own = draft.overrides[channel] ?? {}
  const edit = (patch: Partial<DraftOverride>): void => store.dispatch({ type: 'channelEdited', channel, patch })
  return {
    draft,
    own,
    idOf: (field) => fieldId({ channel, field }),
    edit,
    reset: (what, members) => {
      const before = Object.fromEntries(members.map((member) => [member, own[member]])) as Partial<DraftOverride>
      edit(Object.fromEntries(members.map((member) => [member, undefined])))
      toast(`Reset ${what} for ${channelNames[channel]}.`, 'good', { label: 'Undo', onUndo: () => edit(before) })
    },
  }
}
