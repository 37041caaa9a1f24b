'use client'

import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import { requestPasswordReset } from '@/lib/api/operations.generated'

export function ForgottenPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (email: string): Promise<void> => {
    setIsBusy(true)
    setError(null)
    try {
      await call(requestPasswordReset, { email })
      setSentTo(email)
    } catch (fault) {
      setError(fault)
    }
    setIsBusy(false)
  }
  if (sentTo !== null) {
    return (
      <Notice tone="good" role="status" title="Check your inbox">
        <p>If {sentTo} has an account, we mailed a link to it. The link works for 30 minutes.</p>
      </Notice>
    )
  }
  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(String(new FormData(event.currentTarget).get('email')))
      }}
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        hint="We mail you a link to choose a new password."
        error={issueFor(error, 'email', 'The e-mail')}
      />
      {Boolean(error) && !isShownByFields(error, ['email']) && <ErrorNote error={error} title="No link was sent" />}
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Send link
      </Button>
    </form>
  )
}
