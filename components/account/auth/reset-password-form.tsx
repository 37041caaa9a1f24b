'use client'

import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields } from '@/components/errors/form-issues'
import { Button, ButtonLink } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import { resetPassword } from '@/lib/openapi/operations.generated'
import { NewPasswordField } from '../password-field'
import { useRequest } from '../use-request'

export function ResetPasswordForm({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  const { run, error, isBusy } = useRequest()
  const submit = (fields: FormData): Promise<void> =>
    run(async () => {
      await call(resetPassword, { token, password: String(fields.get('password')) })
      setIsDone(true)
    })
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
    <Form onSubmit={submit}>
      <NewPasswordField label="New password" error={error} />
      {Boolean(error) && !isShownByFields(error, ['password']) && (
        <ErrorNote error={error} title="Your password was not changed" />
      )}
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Change password
      </Button>
    </Form>
  )
}
