'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { ErrorNote } from '@/components/errors/error-note'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { confirmTwoFactor, startTwoFactor } from '@/lib/openapi/operations.generated'
import { PasswordField } from '../password-field'
import { CodeField } from './code-field'
import { RecoveryCodesDialog } from './recovery-codes'

type Setup = AnswerTo<typeof startTwoFactor>
type Props = { hasPassword: boolean; onClose: () => void }

/** Password, then the app's first code, then the recovery codes. */
export function TwoFactorSetup({ hasPassword, onClose }: Props) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <Dialog title="Set up two-factor authentication" onClose={onClose}>
      {setup ? (
        <Confirm setup={setup} onDone={setCodes} onClose={onClose} />
      ) : (
        <Start hasPassword={hasPassword} onDone={setSetup} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Start({ hasPassword, onDone, onClose }: Props & { onDone: (setup: Setup) => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (password: string | undefined) => call(startTwoFactor, password === undefined ? {} : { password }),
    onSuccess: onDone,
  })
  // Accounts without a password skip this step.
  useEffect(() => {
    if (!hasPassword) mutate(undefined)
  }, [hasPassword, mutate])
  if (!hasPassword) {
    return error && <ErrorNote error={error} title="Setup not started" />
  }
  return (
    <DialogForm
      submitLabel="Continue"
      isBusy={isPending}
      error={error}
      errorTitle="Setup not started"
      fields={['password']}
      onSubmit={(fields) => mutate(String(fields.get('password')))}
      onClose={onClose}
    >
      <PasswordField error={error} />
    </DialogForm>
  )
}

type ConfirmProps = { setup: Setup; onDone: (codes: string[]) => void; onClose: () => void }

function Confirm({ setup, onDone, onClose }: ConfirmProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (code: string) => call(confirmTwoFactor, { code }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <DialogForm
      submitLabel="Turn on"
      isBusy={isPending}
      error={error}
      errorTitle="Not turned on"
      fields={['code']}
      onSubmit={(fields) => mutate(String(fields.get('code')))}
      onClose={onClose}
    >
      <p>
        Scan the code with an authenticator app, such as 1Password, Google Authenticator or Microsoft Authenticator.
      </p>
      {/* biome-ignore lint/performance/noImgElement: an inline SVG from the response. */}
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.qr_svg)}`}
        alt="QR code for your authenticator app"
        className="size-48 self-center rounded-lg border border-line bg-paper"
      />
      <div className="flex flex-col gap-1.5">
        <div className="flex items-end justify-between gap-3">
          <span className="font-medium">Or enter this key in the app</span>
          <CopyButton text={setup.secret} label="Copy key" />
        </div>
        <code data-testid="secret" className="rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">
          {setup.secret}
        </code>
      </div>
      <CodeField label="Code from the app" hint="Six digits. A new code appears every 30 seconds." error={error} />
    </DialogForm>
  )
}
