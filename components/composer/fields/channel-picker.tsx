'use client'

import { Check } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { fieldId } from '../draft/field-target'
import { useDraft, useEditor } from '../state/editor-context'

export function ChannelPicker() {
  const { store, connected } = useEditor()
  const { channels: chosen } = useDraft()
  const toggle = (channel: ChannelId): void => {
    // In the fixed order of the list: the first one is the primary channel.
    const channels = channelIds.filter((id) => chosen.includes(id) !== (id === channel))
    store.dispatch({ type: 'edited', patch: { channels } })
  }
  return (
    <fieldset id={fieldId({ channel: null, field: 'channels' })} tabIndex={-1} className="flex flex-col gap-2">
      <legend className="float-left mb-1.5 font-medium">Channels</legend>
      <div className="flex flex-wrap gap-2">
        {channelIds.map((channel) => {
          const isChosen = chosen.includes(channel)
          const isConnected = connected.includes(channel)
          return (
            <label
              key={channel}
              title={isConnected ? undefined : 'Not connected'}
              className="relative flex control-height items-center gap-2 rounded-full border border-line-strong px-3 has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
            >
              <input
                type="checkbox"
                className="absolute inset-0 cursor-pointer opacity-0"
                checked={isChosen}
                onChange={() => toggle(channel)}
              />
              <ChannelIcon channel={channel} size={16} />
              {channelNames[channel]}
              {isChosen && <Check aria-hidden size={14} />}
              {!isConnected && <span className="text-sm text-ink-soft">not connected</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
