'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from '../classes'

export type Segment<Value extends string> = { value: Value; label: string; icon?: ReactNode }

type Props<Value extends string> = {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shows only the icons, `narrow` in a narrow container. The labels remain for screen readers. */
  isIconOnly?: boolean | 'narrow'
}

/** One of a few views. Radio buttons underneath, so arrow keys move. */
export function SegmentedControl<Value extends string>({ label, segments, value, onChange, isIconOnly }: Props<Value>) {
  const name = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  // On a narrow screen, the chosen one can be outside the visible part.
  useEffect(() => {
    const box = group.current?.getBoundingClientRect()
    const own = group.current?.querySelector(`input[value="${value}"]`)?.getBoundingClientRect()
    if (box && own && (own.left < box.left || own.right > box.right))
      group.current?.scrollBy({ left: own.left + own.width / 2 - box.left - box.width / 2 })
  }, [value])
  return (
    <fieldset
      ref={group}
      className="inline-flex max-w-full min-w-0 shrink-0 overflow-x-auto rounded-lg border border-line bg-sunken p-0.5"
    >
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          title={isIconOnly ? segment.label : undefined}
          className={classes(
            'relative flex min-h-6.5 shrink-0 cursor-pointer items-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-ink-soft pointer-coarse:min-h-9',
            'hover:text-ink has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-sm',
            'has-focus-visible:outline-2 has-focus-visible:outline-(--focus)',
          )}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {segment.icon}
          <span className={isIconOnly === 'narrow' ? '@max-md:sr-only' : isIconOnly ? 'sr-only' : undefined}>
            {segment.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
