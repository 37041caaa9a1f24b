'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { changePassword } from '@/lib/api/operations.generated'
import { AccountSection } from './account-section'
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
          : 'You sign in without a password. Set one to sign in with your e-mail as well.'
      }
    >
      <form
        ref={form}
        className="flex flex-col gap-4"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          mutate(new FormData(event.currentTarget))
        }}
      >
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword && (
          <TextField
            label="Current password"
            name="current_password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={200}
            error={issueFor(error, 'current_password', 'The current password')}
          />
        )}
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={200}
          hint="At least 10 characters. A phrase of several words is easy to remember and hard to guess."
          error={issueFor(error, 'new_password', 'The new password')}
        />
        {error && !isShownByFields(error, fields) && <ErrorNote error={error} title="Password not changed" />}
        <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </form>
    </AccountSection>
  )
}
