'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { issueFor } from '@/components/errors/form-issues'
import { Field, type FieldFrame, splitFieldProps } from '@/components/ui/field'

type Props = { label?: string; name?: string; error?: unknown; aside?: ReactNode }

/** Field for the current password. */
export function PasswordField({ label = 'Password', name = 'password', error, aside }: Props) {
  return (
    <HiddenTextField
      label={label}
      aside={aside}
      name={name}
      autoComplete="current-password"
      required
      maxLength={200}
      error={issueFor(error, name, `The ${label.toLowerCase()}`)}
    />
  )
}

export function NewPasswordField({ label = 'Password', name = 'password', error }: Omit<Props, 'aside'>) {
  return (
    <HiddenTextField
      label={label}
      name={name}
      autoComplete="new-password"
      required
      minLength={10}
      maxLength={200}
      hint="At least 10 characters. Use a phrase of several words."
      error={issueFor(error, name, `The ${label.toLowerCase()}`)}
    />
  )
}

/** A password with a button that shows it. */
function HiddenTextField(props: FieldFrame & ComponentProps<'input'>) {
  const { frame, control } = splitFieldProps(props)
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field {...frame}>
      {(controlProps) => (
        <div className="relative">
          <input {...control} {...controlProps} type={isShown ? 'text' : 'password'} className="control pr-11" />
          <button
            type="button"
            title={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setIsShown(!isShown)}
            className="control-size absolute top-0 right-0 flex items-center justify-center rounded-lg text-ink-soft hover:text-ink"
          >
            <Icon aria-hidden size={16} />
            <span className="sr-only">{isShown ? 'Hide password' : 'Show password'}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
