import type { ReactNode } from 'react'
import { issueFor } from '@/components/errors/form-issues'
import { TextField } from '@/components/ui/field'

type Props = { label?: string; name?: string; error?: unknown; aside?: ReactNode }

/** Field for the current password. */
export function PasswordField({ label = 'Password', name = 'password', error, aside }: Props) {
  return (
    <TextField
      label={label}
      aside={aside}
      name={name}
      type="password"
      autoComplete="current-password"
      required
      maxLength={200}
      error={issueFor(error, name, `The ${label.toLowerCase()}`)}
    />
  )
}

export function NewPasswordField({ label = 'Password', name = 'password', error }: Omit<Props, 'aside'>) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      minLength={10}
      maxLength={200}
      hint="At least 10 characters. Use a phrase of several words."
      error={issueFor(error, name, `The ${label.toLowerCase()}`)}
    />
  )
}
