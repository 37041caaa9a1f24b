'use client'

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Popover } from '../overlays/popover'
import { ChipOptions, type FilterOption } from './chip-options'

type Props<Value extends string> = {
  label: string
  options: readonly FilterOption<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few views as a chip, where a segmented control does not fit. One is always chosen. */
export function ChoiceChip<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const [isOpen, setIsOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <Popover
      label={label}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="min-w-44 p-1"
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${chosen?.label}`}
          className="flex h-7 items-center gap-1 rounded-full border border-line-strong bg-raised px-2.5 text-sm font-medium hover:bg-hover pointer-coarse:h-9"
        >
          {chosen?.label}
          <ChevronDown aria-hidden size={14} className="text-ink-soft" />
        </button>
      }
    >
      <ChipOptions
        {...{ label, options, value }}
        onChoose={(next) => {
          onChange(next)
          setIsOpen(false)
        }}
      />
    </Popover>
  )
}
