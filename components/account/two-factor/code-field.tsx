import { issueFor } from '@/components/errors/form-issues'
import { TextField } from '@/components/ui/field'

/** Field for an authenticator code. With `anyCode` it also accepts recovery codes, which have letters. */
export function CodeField({
  label,
  hint,
  error,
  anyCode = false,
  autoFocus = false,
}: {
  label: string
  hint: string
  error?: unknown
  anyCode?: boolean
  autoFocus?: boolean
}) {
  return (
    <TextField
      label={label}
      name="code"
      // Phones and password managers fill it in.
      autoComplete="one-time-code"
      inputMode={anyCode ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      required
      autoFocus={autoFocus}
      hint={hint}
      error={issueFor(error, 'code', 'The code')}
    />
  )
}
