'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { Dialog } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { disableTwoFactor, renewRecoveryCodes } from '@/lib/openapi/operations.generated'
import { PasswordField } from '../password-field'
import { CodeField } from './code-field'
import { RecoveryCodesDialog } from './recovery-codes'

type Props = { hasPassword: boolean; onClose: () => void }
type Proof = { password: string } | { code: string }

export function NewCodesDialog({ hasPassword, onClose }: Props) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog title="Create new recovery codes?" onClose={onClose}>
      <ProofForm
        hasPassword={hasPassword}
        label="Create new codes"
        title="Codes not created"
        run={async (proof) => setCodes((await call(renewRecoveryCodes, proof)).recovery_codes)}
        onClose={onClose}
      >
        <p>Your current codes stop working.</p>
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
        <p>You will sign in with your password only.</p>
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

/** Asks for the password, or for a code if the account has no password. */
function ProofForm({ hasPassword, label, title, isDanger = false, run, onClose, children }: ProofFormProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: run })
  return (
    <DialogForm
      submitLabel={label}
      isDanger={isDanger}
      isBusy={isPending}
      error={error}
      errorTitle={title}
      fields={['password', 'code']}
      onSubmit={(fields) =>
        mutate(hasPassword ? { password: String(fields.get('password')) } : { code: String(fields.get('code')) })
      }
      onClose={onClose}
    >
      {children}
      {hasPassword ? (
        <PasswordField error={error} />
      ) : (
        <CodeField label="Code" hint="From your authenticator app, or a recovery code." error={error} anyCode />
      )}
    </DialogForm>
  )
}
