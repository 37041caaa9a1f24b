'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { cancelEmailChange, changeEmail, getAccount, sendEmailConfirmation } from '@/lib/openapi/operations.generated'
import { AccountSection } from './account-section'
import { PasswordField } from './password-field'

type Account = AnswerTo<typeof getAccount>
const key = ['account']

type Props = { initial: Account; isMailConfigured: boolean }

/** Email address of the account: confirm and change it. */
export function EmailAddressSection({ initial, isMailConfigured }: Props) {
  const { data: account } = useQuery({ queryKey: key, queryFn: () => call(getAccount, {}), initialData: initial })
  return (
    <AccountSection title="Email address">
      <p className="wrap-anywhere">
        {account.email}
        {isMailConfigured && account.email_confirmed && <span className="text-ink-soft"> · Confirmed</span>}
      </p>
      {isMailConfigured && !account.email_confirmed && <Unconfirmed />}
      {account.pending_email ? <PendingChange email={account.pending_email} /> : <ChangeForm />}
    </AccountSection>
  )
}

function Unconfirmed() {
  const send = useMutation({ mutationFn: () => call(sendEmailConfirmation, {}) })
  if (send.data) {
    return (
      <Notice tone="good" role="status">
        We sent a link to {send.data.sent_to}. Open it to confirm your email address.
      </Notice>
    )
  }
  return (
    <Notice
      tone="warn"
      title="Your email is not confirmed"
      action={
        <Button isBusy={send.isPending} onClick={() => send.mutate()}>
          Send confirmation link
        </Button>
      }
    >
      {send.error ? <ErrorNote error={send.error} title="Link not sent" /> : null}
    </Notice>
  )
}

function PendingChange({ email }: { email: string }) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
  return (
    <Notice
      tone="info"
      role="status"
      title={`Waiting for ${email}`}
      action={
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel change
        </Button>
      }
    >
      <p>We sent a link to your new email address. Open it within 24 hours to complete the change.</p>
      {cancel.error ? <ErrorNote error={cancel.error} title="Change not cancelled" /> : null}
    </Notice>
  )
}

function ChangeForm() {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const change = useMutation({
    mutationFn: (input: { email: string; password: string }) => call(changeEmail, input),
    onSuccess: async () => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: key })
    },
  })
  if (!isOpen) {
    return (
      <Button className="self-start" onClick={() => setIsOpen(true)}>
        Change email
      </Button>
    )
  }
  return (
    <Form
      className="flex max-w-md flex-col gap-4"
      onSubmit={(fields) =>
        change.mutate({ email: String(fields.get('email')), password: String(fields.get('password')) })
      }
    >
      <TextField
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={issueFor(change.error, 'email', 'The new email')}
      />
      <PasswordField label="Your password" error={change.error} />
      {change.error && !isShownByFields(change.error, ['email', 'password']) && (
        <ErrorNote error={change.error} title="Email not changed" />
      )}
      <div className="flex gap-2">
        <Button onClick={() => setIsOpen(false)}>Cancel</Button>
        <Button tone="primary" type="submit" isBusy={change.isPending}>
          Change email
        </Button>
      </div>
    </Form>
  )
}
