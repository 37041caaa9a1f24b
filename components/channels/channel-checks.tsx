'use client'

import { Check } from 'lucide-react'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { ChannelIcon } from './channel-icon'
import { channelNames } from './channel-names'

type Props = {
  value: readonly ChannelId[]
  /** Called with the channels in their fixed order. */
  onChange: (channels: ChannelId[]) => void
  /** Marks the other channels as not connected. */
  connected?: readonly ChannelId[]
}

/** Checkboxes to choose channels, without a label for the group. */
export const ChannelBoxes = ({ value, onChange, connected = channelIds }: Props) =>
  channelIds.map((channel) => {
    const isChosen = value.includes(channel)
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
          onChange={() => onChange(channelIds.filter((id) => value.includes(id) !== (id === channel)))}
        />
        <ChannelIcon channel={channel} size={16} />
        {channelNames[channel]}
        {isChosen && <Check aria-hidden size={14} />}
        {!isConnected && <span className="text-sm text-ink-soft">not connected</span>}
      </label>
    )
  })

/** Checkboxes to choose channels, or none. */
export const ChannelChecks = ({ label, ...boxes }: Props & { label: string }) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="float-left mb-1.5 font-medium">
      {label}
      <span className="font-normal text-ink-soft"> (optional)</span>
    </legend>
    <div className="clear-both flex flex-wrap gap-2">
      <ChannelBoxes {...boxes} />
    </div>
  </fieldset>
)
