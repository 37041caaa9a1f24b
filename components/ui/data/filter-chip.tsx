'use client'

import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classes } from '../classes'
import { Popover } from '../overlays/popover'
import { ChipOptions, type FilterOption } from './chip-options'

type Props<Value extends string> = {
  label: string
  options: readonly FilterOption<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
  /** Below the options, for values that are not listed. */
  footer?: ReactNode
}

/** A filter as a chip: it opens a list of values and shows the chosen one, with a button to remove it. */
export function FilterChip<Value extends string>({ label, options, value, onChange, footer }: Props<Value>) {
  const [isOpen, setIsOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <span
      className={classes(
        'inline-flex h-7 items-center rounded-full border text-sm pointer-coarse:h-9',
        chosen ? 'border-accent bg-accent-wash text-accent' : 'border-line-strong border-dashed text-ink-soft',
      )}
    >
      <Popover
        label={label}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className="min-w-44 p-1"
        trigger={
          <button
            type="button"
            aria-label={chosen ? `${label}: ${chosen.label}` : label}
            className="flex h-full items-center gap-1 rounded-full px-2.5 hover:text-ink"
          >
            {chosen ? (
              <>
                <span className="text-ink-soft">{label}</span> {chosen.label}
              </>
            ) : (
              label
            )}
            {!chosen && <ChevronDown aria-hidden size={14} />}
          </button>
        }
      >
        <ChipOptions
          {...{ label, options, value }}
          onChoose={(next) => {
            onChange(next === value ? null : next)
            setIsOpen(false)
          }}
        />
        {footer}
      </Popover>
      {chosen && (
        <button
          type="button"
          aria-label={`Remove filter ${label}`}
          onClick={() => onChange(null)}
          className="mr-0.5 flex size-6 items-center justify-center rounded-full hover:bg-hover"
        >
          <X aria-hidden size={14} />
        </button>
      )}
    </span>
  )
}
