'use client'

import { Check } from 'lucide-react'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { ChannelIcon } from './channel-icon'
import { channelNames } from './channel-names'

type Props = { label: string; value: readonly ChannelId[]; onChange: (channels: ChannelId[]) => void }

/** Checkboxes to choose channels. */
export function ChannelChecks({ label, value, onChange }: Props) {
  const toggle = (channel: ChannelId): void =>
    onChange(channelIds.filter((id) => value.includes(id) !== (id === channel)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="float-left mb-1.5 font-medium">
        {label}
        <span className="font-normal text-ink-soft"> (optional)</span>
      </legend>
      <div className="clear-both flex flex-wrap gap-2">
        {channelIds.map((channel) => (
          <label
            key={channel}
            className="relative flex control-height items-center gap-2 rounded-full border border-line-strong px-3 has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="checkbox"
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={value.includes(channel)}
              onChange={() => toggle(channel)}
            />
            <ChannelIcon channel={channel} size={16} />
            {channelNames[channel]}
            {value.includes(channel) && <Check aria-hidden size={14} />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
