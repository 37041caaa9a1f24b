'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { changePassword } from '@/lib/openapi/operations.generated'
import { AccountSection } from './account-section'
import { NewPasswordField, PasswordField } from './password-field'
import { sessionsKey } from './sessions-key'

const fields = ['current_password', 'new_password'] as const

export function PasswordSection({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (data: FormData) =>
      call(changePassword, {
        ...(hasPassword ? { current_password: String(data.get('current_password')) } : {}),
        new_password: String(data.get('new_password')),
      }),
    onSuccess: () => {
      form.current?.reset()
      void queries.invalidateQueries({ queryKey: sessionsKey })
      toast(`Password ${hasPassword ? 'changed' : 'set'}. You are signed out everywhere else.`)
      if (!hasPassword) router.refresh()
    },
  })
  return (
    <AccountSection
      title="Password"
      description={
        hasPassword
          ? 'Changing your password signs you out everywhere else.'
          : 'You sign in without a password. Set one to sign in with your email too.'
      }
    >
      <Form ref={form} onSubmit={mutate}>
        {/* Tells password managers which account the password is for. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword && <PasswordField label="Current password" name="current_password" error={error} />}
        <NewPasswordField label="New password" name="new_password" error={error} />
        {error && !isShownByFields(error, fields) && <ErrorNote error={error} title="Password not changed" />}
        <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </Form>
    </AccountSection>
  )
}
