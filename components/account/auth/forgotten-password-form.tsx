'use client'

import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import { requestPasswordReset } from '@/lib/openapi/operations.generated'
import { useRequest } from '../use-request'

/** @param initialEmail typed on the page before */
export function ForgottenPasswordForm({ initialEmail }: { initialEmail: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { run, error, isBusy } = useRequest()
  const submit = (fields: FormData): Promise<void> =>
    run(async () => {
      const email = String(fields.get('email'))
      await call(requestPasswordReset, { email })
      setSentTo(email)
    })
  if (sentTo !== null) {
    return (
      <Notice tone="good" role="status" title="Check your inbox">
        <p>If {sentTo} has an account, we sent a link to it. The link works for 30 minutes.</p>
      </Notice>
    )
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={initialEmail}
        hint="We email you a link to choose a new password."
        error={issueFor(error, 'email', 'The email')}
      />
      {Boolean(error) && !isShownByFields(error, ['email']) && <ErrorNote error={error} title="Link not sent" />}
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Send link
      </Button>
    </Form>
  )
}
