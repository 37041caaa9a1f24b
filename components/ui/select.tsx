'use client'

import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { SelectOption } from './choices/select-option'
import { classes } from './classes'
import { Field, type FieldFrame, splitFieldProps } from './field'
import { lazyComponent } from './lazy/lazy-component'
import { useIdlePreload } from './lazy/retry-import'

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[]
  value?: Value
  defaultValue?: Value
  onChange?: (value: Value) => void
  /** Sends the value with the form. */
  name?: string
  isDisabled?: boolean
  className?: string
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const loadList = () => import('./choices/select-list').then((it) => it.SelectList)
// Positioning and focus handling are 40 kB, so they load after the page.
const SelectList = lazyComponent(loadList)
const preloaded = [loadList]

/** A list to choose one of. Enter, Space and the arrow keys open it; typing chooses. */
export function Select<Value extends string>({
  options,
  value,
  defaultValue,
  onChange,
  name,
  isDisabled,
  className,
  ...controlProps
}: SelectProps<Value>) {
  const [isOpen, setIsOpen] = useState(false)
  const [own, setOwn] = useState(defaultValue)
  const chosen = value ?? own
  const shown = options.find((option) => option.value === chosen)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const typed = useTyping()
  useIdlePreload(preloaded)
  const choose = (next: Value): void => {
    setOwn(next)
    onChange?.(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
    } else if (event.key.length === 1 && (event.key !== ' ' || typed.isTyping())) {
      event.preventDefault()
      const match = nextMatch(options, chosen, typed.add(event.key))
      if (match) choose(match.value)
    }
  }
  return (
    <>
      {name && <input type="hidden" name={name} value={chosen ?? ''} />}
      <button
        {...controlProps}
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        disabled={isDisabled}
        onClick={() => setIsOpen(true)}
        onKeyDown={onKeyDown}
        className={classes('control flex items-center justify-between gap-2 text-left', className)}
      >
        <span className="flex min-w-0 items-center gap-2">
          {shown?.icon}
          <span className="truncate" lang={shown?.lang}>
            {shown?.label}
          </span>
        </span>
        <ChevronDown aria-hidden size={16} className="shrink-0 text-ink-soft" />
      </button>
      {isOpen && (
        <SelectList
          id={listId}
          label={controlProps['aria-label']}
          options={options}
          value={chosen}
          onChange={(next) => choose(next as Value)}
          onClose={() => setIsOpen(false)}
          button={button}
        />
      )}
    </>
  )
}

const typingMs = 1_000

/** Collects keys that are typed quickly one after the other. */
function useTyping() {
  const state = useRef({ text: '', at: 0 })
  const isTyping = (): boolean => Date.now() - state.current.at < typingMs
  return {
    isTyping,
    add(key: string): string {
      state.current = { text: (isTyping() ? state.current.text : '') + key, at: Date.now() }
      return state.current.text
    },
  }
}

/** The next option that starts with the text. The same letter again moves on. */
function nextMatch<Value extends string>(
  options: readonly SelectOption<Value>[],
  chosen: Value | undefined,
  text: string,
): SelectOption<Value> | undefined {
  const isRepeated = text.length > 1 && [...text].every((key) => key === text[0])
  const search = (isRepeated ? text.slice(0, 1) : text).toLowerCase()
  const at = options.findIndex(({ value }) => value === chosen)
  const from = search.length === 1 ? at + 1 : Math.max(0, at)
  return [...options.slice(from), ...options.slice(0, from)].find(
    ({ label, isDisabled }) => !isDisabled && label.toLowerCase().startsWith(search),
  )
}

/** A select with its label, hint and error. */
export function SelectField<Value extends string>(props: FieldFrame & Omit<SelectProps<Value>, 'className'>) {
  const { frame, control } = splitFieldProps(props)
  return <Field {...frame}>{(controlProps) => <Select {...control} {...controlProps} />}</Field>
}
