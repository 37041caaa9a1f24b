'use client'

import { Upload } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '../classes'

type Props = {
  label: string
  /** Accepted types, as in the `accept` attribute. */
  accept?: string
  isMultiple?: boolean
  onFiles: (files: File[]) => void
  /** What is accepted: types and size. */
  children?: ReactNode
  isDisabled?: boolean
  /** For a page of its own. */
  isTall?: boolean
}

/** A zone that takes dropped files. A click or Enter opens the file dialog. */
export function FileDrop({
  label,
  accept,
  isMultiple = false,
  onFiles,
  children,
  isDisabled = false,
  isTall = false,
}: Props) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        if (isDisabled) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        if (isDisabled) return
        setIsOver(false)
        onFiles([...event.dataTransfer.files].slice(0, isMultiple ? undefined : 1))
      }}
      className={classes(
        'flex flex-col items-center gap-1.5 rounded-xl border border-dashed px-4 text-center',
        isTall ? 'justify-center py-8 lg:min-h-80' : 'py-8',
        'has-focus-visible:outline-2 has-focus-visible:outline-(--focus)',
        isDisabled ? 'cursor-not-allowed bg-sunken text-ink-soft' : 'cursor-pointer',
        isOver ? 'border-accent bg-accent-wash' : classes('border-line-strong', !isDisabled && 'hover:bg-hover'),
      )}
    >
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
      <Upload aria-hidden size={20} className="text-ink-soft" />
      <span className="font-medium">{label}</span>
      {children && <span className="text-sm text-ink-soft">{children}</span>}
    </label>
  )
}
