'use client'

import { type ComponentProps, type FormEvent, useState } from 'react'
import { FieldError, FieldErrors, isFieldControl } from './field'
import type { Invalid } from './invalid-fields'

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (fields: FormData) => void }

const none: readonly Invalid[] = []

// Most submits are valid. Without it, the browser shows its own messages.
const loadChecks = () => import('./invalid-fields')

/**
 * Passes its fields to `onSubmit` if they are valid. Otherwise it shows what is wrong next to each field, and focuses the
 * first one. A submit before hydration is a POST, so that no field ends up in the URL.
 */
export function Form({ onSubmit, className = 'flex flex-col gap-4', children, ...rest }: Props) {
  const [invalid, setInvalid] = useState(none)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    setInvalid(none)
    if (form.checkValidity()) onSubmit(new FormData(form))
    else void loadChecks().then(({ invalidFields }) => show(invalidFields(form)), form.reportValidity.bind(form))
  }
  const show = (found: readonly Invalid[]): void => {
    setInvalid(found)
    found[0]?.control.focus()
  }
  /** A corrected field loses its error. */
  const recheck = (): void => setInvalid((before) => before.filter(({ control }) => !control.validity.valid))
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
