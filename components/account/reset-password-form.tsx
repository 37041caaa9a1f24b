'use client'

import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button, ButtonLink } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import { resetPassword } from '@/lib/api/operations.generated'

export function ResetPasswordForm({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (password: string): Promise<void> => {
    setIsBusy(true)
    setError(null)
    try {
      await call(resetPassword, { token, password })
      setIsDone(true)
    } catch (fault) {
      setError(fault)
    }
    setIsBusy(false)
  }
  if (isDone) {
    return (
      <>
        <Notice tone="good" role="status" title="Your password was changed">
          <p>You were signed out on all devices. Sign in with the new password.</p>
        </Notice>
        <ButtonLink tone="primary" href="/sign-in" className="self-start">
          Sign in
        </ButtonLink>
      </>
    )
  }
  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(String(new FormData(event.currentTarget).get('password')))
      }}
    >
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={200}
        hint="At least 10 characters. Use a phrase of several words."
        error={issueFor(error, 'password', 'The password')}
      />
      {Boolean(error) && !isShownByFields(error, ['password']) && (
        <ErrorNote error={error} title="Your password was not changed" />
      )}
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Change password
      </Button>
    </form>
  )
}
