'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { confirmTwoFactor, startTwoFactor } from '@/lib/api/operations.generated'
import { CodeField } from './code-field'
import { RecoveryCodes } from './recovery-codes'

type Setup = AnswerTo<typeof startTwoFactor>
type Props = { hasPassword: boolean; onClose: () => void }

/** Password, then the app's first code, then the recovery codes. */
export function TwoFactorSetup({ hasPassword, onClose }: Props) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) {
    return (
      <Dialog title="Save your recovery codes" onClose={onClose}>
        <RecoveryCodes codes={codes} onClose={onClose} />
      </Dialog>
    )
  }
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
  // Without a password there is nothing to ask for.
  useEffect(() => {
    if (!hasPassword) mutate(undefined)
  }, [hasPassword, mutate])
  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        mutate(String(new FormData(event.currentTarget).get('password')))
      }}
    >
      {hasPassword && (
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={issueFor(error, 'password', 'The password')}
        />
      )}
      {error && !isShownByFields(error, ['password']) && <ErrorNote error={error} title="Setup not started" />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        {hasPassword && (
          <Button tone="primary" type="submit" isBusy={isPending}>
            Continue
          </Button>
        )}
      </DialogButtons>
    </form>
  )
}

type ConfirmProps = { setup: Setup; onDone: (codes: string[]) => void; onClose: () => void }

function Confirm({ setup, onDone, onClose }: ConfirmProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (code: string) => call(confirmTwoFactor, { code }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        mutate(String(new FormData(event.currentTarget).get('code')))
      }}
    >
      <p>
        Scan the code with an authenticator app, such as 1Password, Google Authenticator or Microsoft Authenticator.
      </p>
      {/* biome-ignore lint/performance/noImgElement: an SVG in the answer itself. */}
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.qr_svg)}`}
        alt="QR code for your authenticator app"
        className="size-48 self-center rounded-lg border border-line bg-white"
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
      {error && !isShownByFields(error, ['code']) && <ErrorNote error={error} title="Not turned on" />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" type="submit" isBusy={isPending}>
          Turn on
        </Button>
      </DialogButtons>
    </form>
  )
}
