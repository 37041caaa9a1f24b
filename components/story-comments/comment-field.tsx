'use client'

import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Avatar } from '@/components/account/avatar'
import { classes } from '@/components/ui/classes'
import type { Member } from '@/lib/members/contract'
import { commentChars } from '@/lib/story-comments/limits'
import { matchesOf, mentionAt } from './mention-text'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  members: readonly Member[]
  onSubmit: () => void
  onCancel?: (() => void) | undefined
  placeholder?: string
  isFocused?: boolean
  /** Max characters as typed. */
  maxLength?: number
  className?: string
}

const shownMax = 6

/** A text field with a list of members after an @. Arrows move in it, Enter or Tab takes one, Esc closes it. */
export function CommentField({ label, value, onChange, members, onSubmit, onCancel, ...look }: Props) {
  const { placeholder, isFocused, maxLength = commentChars, className = 'min-h-16' } = look
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** Where the list was closed with Esc. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const mention = mentionAt(value, caret)
  const found = mention && mention.start !== closedAt ? matchesOf(members, mention.word).slice(0, shownMax) : []
  const chosen = found[Math.min(active, found.length - 1)]
  const pick = (member: Member): void => {
    if (!mention) return
    const before = `${value.slice(0, mention.start)}@${member.name} `
    const end = before.length
    onChange(before + value.slice(caret).replace(/^ /, ''))
    setCaret(end)
    setClosedAt(mention.start)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      // The composer has the same shortcut.
      event.stopPropagation()
      onSubmit()
    } else if (chosen && handleListKey(event, found.length, active, setActive)) {
      event.preventDefault()
    } else if (chosen && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      event.preventDefault()
      pick(chosen)
    } else if (event.key === 'Escape' && (chosen || onCancel)) {
      event.preventDefault()
      event.stopPropagation()
      if (chosen && mention) setClosedAt(mention.start)
      else onCancel?.()
    }
  }
  return (
    <div className="relative">
      <textarea
        ref={field}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={chosen ? listId : undefined}
        aria-activedescendant={chosen ? `${listId}-${chosen.user_id}` : undefined}
        // biome-ignore lint/a11y/noAutofocus: editing was requested with a button.
        autoFocus={isFocused}
        placeholder={placeholder}
        maxLength={maxLength}
        value={value}
        onChange={(event) => {
          const { selectionStart } = event.target
          onChange(event.target.value)
          setCaret(selectionStart)
          setActive(0)
          if (mentionAt(event.target.value, selectionStart)?.start !== closedAt) setClosedAt(null)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => setClosedAt(mention?.start ?? null)}
        className={classes('control field-sizing-content max-h-60 resize-none', className)}
      />
      {chosen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Members"
          tabIndex={-1}
          className="absolute bottom-full left-0 z-20 mb-1 flex w-64 max-w-full flex-col rounded-xl border border-line bg-raised p-1 shadow-lg"
        >
          {found.map((member) => (
            <div
              key={member.user_id}
              id={`${listId}-${member.user_id}`}
              role="option"
              tabIndex={-1}
              aria-selected={member === chosen}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                pick(member)
              }}
              className={classes(
                'flex control-height cursor-pointer items-center gap-2 rounded-lg px-2',
                member === chosen ? 'bg-hover' : 'hover:bg-hover',
              )}
            >
              <Avatar name={member.name} photoUrl={member.photo_url} className="size-6 text-xs" />
              <span className="min-w-0 truncate">{member.name}</span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {chosen && `${found.length} members found. Enter mentions ${chosen.name}.`}
      </p>
    </div>
  )
}

/** Moves the choice with the arrow keys. */
function handleListKey({ key }: KeyboardEvent, count: number, active: number, set: (next: number) => void): boolean {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false
  set((active + (key === 'ArrowDown' ? 1 : count - 1)) % count)
  return true
}
