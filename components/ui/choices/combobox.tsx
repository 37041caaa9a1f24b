'use client'

import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../classes'
import { Field, type FieldFrame } from '../field'
import { InlineLoading, lazyComponent } from '../lazy/lazy-component'
import { useIdlePreload } from '../lazy/retry-import'
import { Popover } from '../overlays/popover'
import type { SelectOption } from './select-option'

const loadList = () => import('./combobox-list').then((it) => it.ComboboxList)
// The search loads after the page.
const ComboboxList = lazyComponent(loadList, InlineLoading)
const preloaded = [loadList]

type Props<Value extends string> = FieldFrame & {
  id?: string
  options: readonly SelectOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder: string
  /** The placeholder of the search field, if it is another. */
  searchLabel?: string
  /** Shown when nothing matches. */
  emptyText: string
  isDisabled?: boolean
}

/** A select with a search field, for long lists. */
export function Combobox<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  searchLabel = placeholder,
  emptyText,
  isDisabled,
  ...frame
}: Props<Value>) {
  const [isOpen, setIsOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  useIdlePreload(preloaded)
  return (
    <Field {...frame}>
      {(controlProps) => (
        <Popover
          label={searchLabel}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          className="w-(--radix-popover-trigger-width) min-w-56 p-0"
          trigger={
            <button
              {...controlProps}
              type="button"
              // Screen readers read the value of a combobox, but not the text of a button with a label.
              role="combobox"
              aria-expanded={isOpen}
              disabled={isDisabled}
              className={classes(
                'control flex items-center justify-between gap-2 text-left',
                !chosen && 'text-ink-soft',
              )}
            >
              <span className="truncate">{chosen?.label ?? placeholder}</span>
              <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-ink-soft" />
            </button>
          }
        >
          <ComboboxList
            {...{ searchLabel, emptyText, options, value }}
            onChange={(next) => {
              onChange(next as Value)
              setIsOpen(false)
            }}
          />
        </Popover>
      )}
    </Field>
  )
}
