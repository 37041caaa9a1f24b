'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { disableTwoFactor, renewRecoveryCodes } from '@/lib/api/operations.generated'
import { CodeField } from './code-field'
import { RecoveryCodes } from './recovery-codes'

type Props = { hasPassword: boolean; onClose: () => void }
type Proof = { password: string } | { code: string }

export function NewCodesDialog({ hasPassword, onClose }: Props) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) {
    return (
      <Dialog title="Save your recovery codes" onClose={onClose}>
        <RecoveryCodes codes={codes} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Make new recovery codes?" onClose={onClose}>
      <ProofForm
        hasPassword={hasPassword}
        label="Make new codes"
        title="No codes were made"
        run={async (proof) => setCodes((await call(renewRecoveryCodes, proof)).recovery_codes)}
        onClose={onClose}
      >
        <p>The codes you have now stop working.</p>
      </ProofForm>
    </Dialog>
  )
}

export function TurnOffDialog({ hasPassword, onClose }: Props) {
  const toast = useToast()
  const turnOff = async (proof: Proof): Promise<void> => {
    await call(disableTwoFactor, proof)
    toast('Two-factor authentication is off.')
    onClose()
  }
  return (
    <Dialog title="Turn off two-factor authentication?" onClose={onClose}>
      <ProofForm
        hasPassword={hasPassword}
        isDanger
        label="Turn off"
        title="Not turned off"
        run={turnOff}
        onClose={onClose}
      >
        <p>Your password alone will be enough to sign in.</p>
      </ProofForm>
    </Dialog>
  )
}

type ProofFormProps = Props & {
  label: string
  title: string
  isDanger?: boolean
  run: (proof: Proof) => Promise<void>
  children: ReactNode
}

/** Asks for the password, or for a code where there is none. */
function ProofForm({ hasPassword, label, title, isDanger = false, run, onClose, children }: ProofFormProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: run })
  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        mutate(hasPassword ? { password: String(form.get('password')) } : { code: String(form.get('code')) })
      }}
    >
      {children}
      {hasPassword ? (
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={issueFor(error, 'password', 'The password')}
        />
      ) : (
        <CodeField label="Code" hint="From your authenticator app, or a recovery code." error={error} anyCode />
      )}
      {error && !isShownByFields(error, ['password', 'code']) && <ErrorNote error={error} title={title} />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone={isDanger ? 'danger' : 'primary'} type="submit" isBusy={isPending}>
          {label}
        </Button>
      </DialogButtons>
    </form>
  )
}
