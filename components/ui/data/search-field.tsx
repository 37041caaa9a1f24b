'use client'

import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

type Props = {
  label: string
  value: string
  /** Called shortly after typing stops. */
  onChange: (value: string) => void
}

const pauseMs = 250

/** A compact search field for toolbars. */
export function SearchField({ label, value, onChange }: Props) {
  const [text, setText] = useState(value)
  const reported = useRef(value)
  const latest = useRef(onChange)
  latest.current = onChange
  // Only for external changes: the own value may arrive after the next key, or without the space at the end.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === reported.current) return
    const timer = setTimeout(() => {
      reported.current = text.trim()
      latest.current(reported.current)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="relative flex w-52 max-w-full items-center max-lg:w-44 max-sm:w-full">
      <Search aria-hidden size={14} className="pointer-events-none absolute left-2.5 text-ink-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="control min-h-7 pointer-coarse:min-h-9 rounded-full py-0.5 pr-7 pl-7.5 text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText('')
            reported.current = ''
            onChange('')
          }}
          className="absolute right-1 flex size-6 items-center justify-center rounded-full text-ink-soft hover:text-ink"
        >
          <X aria-hidden size={14} />
        </button>
      )}
    </span>
  )
}
