'use client'

import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { PasswordField } from '../password-field'
import { useRequest } from '../use-request'
import { withEmail } from './email-link'
import { signInErrorText, signInWith } from './sign-in'

/**
 * @param next where to go afterwards
 * @param errorCode why an earlier attempt failed, if the server redirected here
 * @param initialEmail typed on another page
 */
export function SignInForm({
  next,
  errorCode,
  initialEmail,
}: {
  next: string
  errorCode: string | null
  initialEmail: string
}) {
  const [problem, setProblem] = useState(errorCode ? signInErrorText(errorCode) : null)
  const { run, isBusy } = useRequest()
  const [email, setEmail] = useState(initialEmail)
  const submit = (fields: FormData): Promise<void> =>
    run(async () => {
      setProblem(null)
      const failure = await signInWith(String(fields.get('email')), String(fields.get('password')))
      if (failure !== null && failure !== 'two_factor') return setProblem(signInErrorText(failure))
      // A full page load clears earlier sessions from memory.
      window.location.assign(failure === null ? next : `/sign-in/two-factor?${new URLSearchParams({ next })}`)
      return 'leaving'
    })
  return (
    <Form onSubmit={submit}>
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        aside={
          <Link href={withEmail('/forgotten-password', email)} className="text-sm text-accent hover:underline">
            Forgot password?
          </Link>
        }
      />
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Sign in
      </Button>
    </Form>
  )
}
