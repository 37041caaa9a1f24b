'use client'

import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames, nameChannels } from '@/components/channels/channel-names'
import type { SelectOption } from '@/components/ui/choices/select-option'
import { classes } from '@/components/ui/classes'
import { Popover } from '@/components/ui/overlays/popover'
import { Select } from '@/components/ui/select'
import { type ChannelId, channelIds } from '@/lib/channel-ids'

const inlineLook = 'inline-flex w-auto! max-w-full font-medium'

/** The end of a clause: its mark stays with the last control. */
export const ClauseEnd = ({ mark, children }: { mark: string; children: ReactNode }) => (
  <span className="inline-flex max-w-full min-w-0 items-center gap-0.5">
    {children}
    <span>{mark}</span>
  </span>
)

type SelectProps<Value extends string> = {
  label: string
  options: readonly SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  isInvalid?: boolean
}

/** A select inside a sentence. */
export const InlineSelect = <Value extends string>({ label, isInvalid = false, ...rest }: SelectProps<Value>) => (
  <Select aria-label={label} aria-invalid={isInvalid || undefined} className={inlineLook} {...rest} />
)

/** A part of a sentence that opens a panel. */
export const InlinePanel = ({
  label,
  text,
  isInvalid = false,
  children,
}: {
  label: string
  text: string
  isInvalid?: boolean
  children: ReactNode
}) => (
  <Popover
    label={label}
    align="start"
    className="w-88 p-4"
    trigger={
      <button
        type="button"
        aria-label={`${label}: ${text}`}
        aria-invalid={isInvalid || undefined}
        className={classes('control items-center gap-2 text-left', inlineLook)}
      >
        <span className="truncate">{text}</span>
        <ChevronDown aria-hidden size={16} className="shrink-0 text-ink-soft" />
      </button>
    }
  >
    {children}
  </Popover>
)

type ChannelProps = {
  label: string
  value: readonly ChannelId[]
  onChange: (channels: ChannelId[]) => void
  connected: readonly ChannelId[]
  /** Shown when none is chosen. */
  emptyText: string
  isInvalid?: boolean
}

/** Channels inside a sentence. */
export const InlineChannels = ({ label, value, onChange, connected, emptyText, isInvalid = false }: ChannelProps) => (
  <InlinePanel label={label} text={value.length > 0 ? nameChannels(value) : emptyText} isInvalid={isInvalid}>
    <fieldset className="-m-2 flex flex-col">
      <legend className="sr-only">{label}</legend>
      {channelIds.map((channel) => (
        <label
          key={channel}
          className="relative flex control-height items-center gap-2.5 rounded-md px-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
        >
          <input
            type="checkbox"
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={value.includes(channel)}
            onChange={() => onChange(channelIds.filter((id) => value.includes(id) !== (id === channel)))}
          />
          <ChannelIcon channel={channel} size={16} />
          <span className="min-w-0 flex-1">
            {channelNames[channel]}
            {!connected.includes(channel) && <span className="text-sm text-ink-soft"> not connected</span>}
          </span>
          {value.includes(channel) && <Check aria-hidden size={16} className="text-accent" />}
        </label>
      ))}
    </fieldset>
  </InlinePanel>
)
