'use client'

import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { PasswordField } from '../password-field'
import { useRequest } from '../use-request'
import { signInErrorText, signInWith } from './sign-in'

/**
 * @param next where to go afterwards
 * @param errorCode why an earlier attempt failed, if the server redirected here
 */
export function SignInForm({ next, errorCode }: { next: string; errorCode: string | null }) {
  const [problem, setProblem] = useState(errorCode ? signInErrorText(errorCode) : null)
  const { run, isBusy } = useRequest()
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
      <TextField label="Email" name="email" type="email" autoComplete="username" required />
      <PasswordField
        aside={
          <Link href="/forgotten-password" className="text-sm text-accent hover:underline">
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
