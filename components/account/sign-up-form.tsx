'use client'

import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { browserTimezone } from '@/components/projects/timezone-field'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import { createAccount } from '@/lib/api/operations.generated'
import { sayRefusal, signInWith } from './sign-in'

const fields = ['name', 'email', 'password'] as const

type Props = {
  /** Token of the invitation link that the person followed. */
  invitation?: string
}

export function SignUpForm({ invitation }: Props) {
  const [error, setError] = useState<unknown>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  /** The address that a confirmation link was mailed to. */
  const [confirmAt, setConfirmAt] = useState<string | null>(null)
  const submit = async (form: FormData): Promise<void> => {
    setIsBusy(true)
    setError(null)
    setRefusal(null)
    const [name = '', email = '', password = ''] = fields.map((field) => String(form.get(field)))
    try {
      const own = invitation ? { invitation } : { timezone: browserTimezone() }
      const { project_id } = await call(createAccount, { name, email, password, ...own })
      const refused = await signInWith(email, password)
      if (project_id === null) return setConfirmAt(email)
      if (refused === null) return window.location.assign(invitation ? `/${project_id}` : `/${project_id}/connections`)
      setRefusal(`Your account was created. ${sayRefusal(refused)}`)
    } catch (fault) {
      setError(fault)
    }
    setIsBusy(false)
  }
  if (confirmAt !== null) {
    return (
      <Notice tone="good" role="status" title="Check your inbox">
        <p>We mailed a link to {confirmAt}. Open it to confirm your address and join the project.</p>
      </Notice>
    )
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
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={120}
        error={issueFor(error, 'name', 'The name')}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        hint={invitation && 'Enter the address you were invited with.'}
        error={issueFor(error, 'email', 'The e-mail')}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={200}
        hint="At least 10 characters. A phrase of several words is easy to remember and hard to guess."
        error={issueFor(error, 'password', 'The password')}
      />
      {refusal && (
        <Notice tone="warn" role="alert">
          {refusal}
        </Notice>
      )}
      {Boolean(error) && !isShownByFields(error, fields) && <ErrorNote error={error} title="Account not created" />}
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Sign up
      </Button>
    </form>
  )
}
