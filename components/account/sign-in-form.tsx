'use client'

import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { sayRefusal, signInWith } from './sign-in'

/**
 * @param next where to go afterwards
 * @param refusal why an earlier attempt failed, when the server sent the person here
 */
export function SignInForm({ next, refusal }: { next: string; refusal: string | null }) {
  const [problem, setProblem] = useState(refusal ? sayRefusal(refusal) : null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (form: FormData): Promise<void> => {
    setIsBusy(true)
    setProblem(null)
    const refused = await signInWith(String(form.get('email')), String(form.get('password')))
    if (refused === null) {
      // A whole load, so that nothing of an earlier session is left in memory.
      window.location.assign(next)
      return
    }
    if (refused === 'two_factor') {
      window.location.assign(`/sign-in/two-factor?${new URLSearchParams({ next })}`)
      return
    }
    setProblem(sayRefusal(refused))
    setIsBusy(false)
  }
  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <Link href="/forgotten-password" className="self-start font-medium text-accent underline">
        Forgot password?
      </Link>
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Sign in
      </Button>
    </form>
  )
}
