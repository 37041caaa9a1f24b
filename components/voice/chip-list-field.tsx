'use client'

import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { splitEntries } from './split-entries'

type Props = {
  label: string
  placeholder: string
  hint: string
  entries: readonly string[]
  max: number
  error: string | null
  isDisabled: boolean
  onAdd: (entries: string[]) => void
  onRemove: (entry: string) => void
}

/** A list of texts as chips. Enter, a comma or leaving the field adds the typed text; pasting adds a whole list. */
export function ChipListField({ label, placeholder, hint, entries, max, error, isDisabled, onAdd, onRemove }: Props) {
  const [text, setText] = useState('')
  const add = (typed: string): void => {
    const added = splitEntries(typed)
    if (added.length > 0) onAdd(added)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const last = entries.at(-1)
    if (event.key === 'Backspace' && text === '' && last !== undefined) onRemove(last)
    if (event.key !== 'Enter' && event.key !== ',') return
    if (event.key === 'Enter' && text.trim() === '') return
    event.preventDefault()
    add(text)
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\n,;]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`)
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={error ?? (entries.length > max ? `At most ${max}. Remove ${entries.length - max}.` : null)}
      aside={
        entries.length > 0 && (
          <span className="text-sm text-ink-soft tabular-nums">
            {entries.length} of {max}
          </span>
        )
      }
    >
      {(controlProps) => (
        <>
          <div className="flex gap-2">
            <input
              {...controlProps}
              className="control"
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              onBlur={() => add(text)}
            />
            <Button disabled={isDisabled || text.trim() === ''} onClick={() => add(text)}>
              Add
            </Button>
          </div>
          {entries.length > 0 && (
            <ScrollRegion label={label} className="max-h-52 overflow-y-auto">
              <ul className="flex flex-wrap gap-1.5 py-0.5">
                {entries.map((entry) => (
                  <li
                    key={entry}
                    className="inline-flex min-h-7 max-w-full items-center rounded-full bg-quiet-wash pl-2.5 text-sm"
                  >
                    <span className="min-w-0 truncate" title={entry}>
                      {entry}
                    </span>
                    <button
                      type="button"
                      aria-label={`Remove “${entry}”`}
                      onClick={() => onRemove(entry)}
                      className="flex size-7 shrink-0 items-center justify-center rounded-full text-ink-soft hover:text-ink disabled:invisible"
                    >
                      <X aria-hidden size={14} />
                    </button>
                  </li>
                ))}
              </ul>
            </ScrollRegion>
          )}
        </>
      )}
    </Field>
  )
}
