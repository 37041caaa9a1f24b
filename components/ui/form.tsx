'use client'

import { type ComponentProps, type FormEvent, useState } from 'react'
import { FieldError, FieldErrors, isFieldControl } from './field'
import { type Invalid, invalidFields } from './invalid-fields'

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (fields: FormData) => void }

const none: readonly Invalid[] = []

/**
 * Passes its fields to `onSubmit` if they are valid. Otherwise it shows what is wrong next to each field, and focuses the
 * first one. A submit before hydration is a POST, so that no field ends up in the URL.
 */
export function Form({ onSubmit, className = 'flex flex-col gap-4', children, ...rest }: Props) {
  const [invalid, setInvalid] = useState(none)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const found = invalidFields(event.currentTarget)
    setInvalid(found)
    if (found[0]) found[0].control.focus()
    else onSubmit(new FormData(event.currentTarget))
  }
  /** A corrected field loses its error. */
  const recheck = ({ currentTarget }: FormEvent<HTMLFormElement>): void => {
    if (invalid.length === 0) return
    const still = invalidFields(currentTarget)
    setInvalid(invalid.flatMap(({ control }) => still.find((other) => other.control === control) ?? []))
  }
  const messages = Object.fromEntries(invalid.map(({ control, message }) => [control.id, message]))
  const others = invalid.filter(({ control }) => !isFieldControl(control))
  return (
    <form method="post" noValidate {...rest} className={className} onSubmit={submit} onInput={recheck}>
      <FieldErrors value={messages}>{children}</FieldErrors>
      {others.map(({ control, message }) => (
        <FieldError key={message} id={`${control.id}-error`} role="alert">
          {message}
        </FieldError>
      ))}
    </form>
  )
}
