'use client'

import Link from 'next/link'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { browserTimezone } from '@/components/time/browser-timezone'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { ApiError, call } from '@/lib/api/client'
import { createAccount } from '@/lib/openapi/operations.generated'
import { withNext } from '@/lib/return-address'
import { NewPasswordField } from '../password-field'
import { useRequest } from '../use-request'
import { withEmail } from './email-link'
import { signInErrorText, signInWith } from './sign-in'

const fields = ['name', 'email', 'password'] as const

type Props = {
  /** Token of the invitation link. */
  invitation?: string
  /** Where to go afterwards; the setup of the new project by default. */
  next?: string | null
}

export function SignUpForm({ invitation, next }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The confirmation link was sent to this address. */
  const [confirmAt, setConfirmAt] = useState<string | null>(null)
  const { run, error, isBusy } = useRequest()
  const [takenEmail, setTakenEmail] = useState('')
  const isTaken = error instanceof ApiError && error.issues.some(({ code }) => code === 'taken')
  const signInPath = withNext('/sign-in', next ?? (invitation ? `/invitations/${invitation}` : null))
  const submit = (form: FormData): Promise<void> =>
    run(async () => {
      setRefusal(null)
      setTakenEmail(String(form.get('email')))
      const [name = '', email = '', password = ''] = fields.map((field) => String(form.get(field)))
      const own = invitation ? { invitation } : { timezone: browserTimezone() }
      const { project_id } = await call(createAccount, { name, email, password, ...own })
      const refused = await signInWith(email, password)
      if (project_id === null) return setConfirmAt(email)
      if (refused !== null) return setRefusal(`Your account was created. ${signInErrorText(refused)}`)
      window.location.assign(next ?? (invitation ? `/${project_id}` : `/${project_id}/start`))
      return 'leaving'
    })
  if (confirmAt !== null) {
    return (
      <Notice tone="good" role="status" title="Check your inbox">
        <p>We sent a link to {confirmAt}. Open it to confirm your email address and join the project.</p>
      </Notice>
    )
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={120}
        error={issueFor(error, 'name', 'The name')}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        hint={invitation && 'Use the email address that was invited.'}
        error={isTaken ? 'An account with this email already exists.' : issueFor(error, 'email', 'The email')}
      />
      {isTaken && (
        <Link href={withEmail(signInPath, takenEmail)} className="-mt-2 self-start font-medium text-accent underline">
          Sign in instead
        </Link>
      )}
      <NewPasswordField error={error} />
      {refusal && (
        <Notice tone="warn" role="alert">
          {refusal}
        </Notice>
      )}
      {Boolean(error) && !isShownByFields(error, fields) && <ErrorNote error={error} title="Account not created" />}
      <Button tone="primary" type="submit" isBusy={isBusy}>
        Sign up
      </Button>
    </Form>
  )
}
