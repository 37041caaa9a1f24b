'use client'

import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import type { SelectOption } from './select-option'

type Props = {
  searchLabel: string
  emptyText: string
  options: readonly SelectOption[]
  value: string | null
  onChange: (value: string) => void
}

/** The search field and the options of an open combobox. Opens at the chosen option. */
export const ComboboxList = ({ searchLabel, emptyText, options, value, onChange }: Props) => (
  <Command label={searchLabel} {...(value ? { defaultValue: value } : {})}>
    <Command.Input
      autoFocus
      placeholder={searchLabel}
      className="w-full border-b border-line bg-transparent px-3 py-2 outline-none"
    />
    <Command.List className="max-h-64 overflow-y-auto p-1">
      <Command.Empty className="px-2 py-3 text-ink-soft">{emptyText}</Command.Empty>
      {options.map((option) => (
        <Command.Item
          key={option.value}
          value={option.value}
          keywords={[option.label]}
          disabled={option.isDisabled}
          onSelect={() => onChange(option.value)}
          className="flex control-height cursor-pointer items-center gap-2 rounded-md px-2 data-[disabled=true]:text-ink-soft data-[selected=true]:bg-hover"
        >
          {option.icon}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          {option.value === value && <Check aria-hidden size={16} className="text-accent" />}
        </Command.Item>
      ))}
    </Command.List>
  </Command>
)
