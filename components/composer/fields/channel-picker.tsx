'use client'

import { ChannelBoxes } from '@/components/channels/channel-checks'
import { fieldId } from '../draft/field-target'
import { useDraft, useEditor } from '../state/editor-context'

/** The first channel in the fixed order is the primary one. */
export function ChannelPicker() {
  const { store, connected } = useEditor()
  const { channels } = useDraft()
  return (
    <fieldset id={fieldId({ channel: null, field: 'channels' })} tabIndex={-1} className="flex flex-col gap-2">
      <legend className="float-left mb-1.5 font-medium">Channels</legend>
      <div className="flex flex-wrap gap-2">
        <ChannelBoxes
          value={channels}
          onChange={(next) => store.dispatch({ type: 'edited', patch: { channels: next } })}
          connected={connected}
        />
      </div>
    </fieldset>
  )
}
