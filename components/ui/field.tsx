'use client'

import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes'

type FieldFrame = {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  /** Stands at the end of the label's line: a counter, a reset. */
  aside?: ReactNode
  isOptional?: boolean
  className?: string
}

/** What ties a control to its label, its hint and its error. */
type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** A label, a control, a hint and an error that belong together for the eye and for a screen reader. */
export function Field({
  label,
  hint,
  error,
  aside,
  isOptional,
  className,
  id,
  children,
}: FieldFrame & { id?: string; children: (wiring: Wiring) => ReactNode }) {
  const ownId = useId()
  const controlId = id ?? ownId
  const described = [hint ? `${controlId}-hint` : '', error ? `${controlId}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={classes('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex min-h-6 items-end justify-between gap-3">
        <label htmlFor={controlId} className="font-medium">
          {label}
          {isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
        </label>
        {aside}
      </div>
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${controlId}-error`} className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${controlId}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  error,
  aside,
  isOptional,
  className,
  id,
  ...rest
}: FieldFrame & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, error, aside, isOptional, className, id }}>
      {(wiring) => <input {...rest} {...wiring} className="control" />}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  aside,
  isOptional,
  className,
  id,
  ...rest
}: FieldFrame & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, aside, isOptional, className, id }}>
      {(wiring) => (
        <textarea {...rest} {...wiring} className="control field-sizing-content max-h-[60vh] min-h-24 resize-y" />
      )}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  aside,
  isOptional,
  className,
  id,
  children,
  ...rest
}: FieldFrame & ComponentProps<'select'>) {
  return (
    <Field {...{ label, hint, error, aside, isOptional, className, id }}>
      {(wiring) => (
        <select {...rest} {...wiring} className="control">
          {children}
        </select>
      )}
    </Field>
  )
}

export function CheckField({
  label,
  hint,
  className,
  id: givenId,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={classes('flex items-start gap-2.5', className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-1 size-4.5 shrink-0 accent-(--accent)"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
