'use client'

import { Check } from 'lucide-react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { fieldId } from './fields'

type Props = { chosen: ChannelId[]; connected: readonly ChannelId[]; onChange: (chosen: ChannelId[]) => void }

export function ChannelPicker({ chosen, connected, onChange }: Props) {
  // In the order of the list: the first is the primary channel.
  const toggle = (channel: ChannelId): void =>
    onChange(channelIds.filter((known) => (known === channel ? !chosen.includes(known) : chosen.includes(known))))
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
              className="relative flex min-h-10 items-center gap-2 rounded-full border border-line-strong px-3.5 has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
            >
              <input
                type="checkbox"
                className="absolute inset-0 cursor-pointer opacity-0"
                checked={isChosen}
                onChange={() => toggle(channel)}
              />
              {isChosen ? <Check aria-hidden size={17} /> : <ChannelIcon channel={channel} size={17} />}
              {channelNames[channel]}
              {!isConnected && <span className="text-sm text-ink-soft">not connected</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
