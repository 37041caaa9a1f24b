'use client'

import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import { confirmEmail } from '@/lib/openapi/operations.generated'
import { useRequest } from '../use-request'

type Props = {
  token: string
  email: string
  /** Confirming also accepts an invitation. */
  isInvited: boolean
}

export function ConfirmEmailForm({ token, email, isInvited }: Props) {
  const [projectId, setProjectId] = useState<string | null | undefined>()
  const { run, error, isBusy } = useRequest()
  const confirm = (): Promise<void> =>
    run(async () => {
      const { project_id } = await call(confirmEmail, { token })
      setProjectId(project_id)
    })
  if (projectId !== undefined) {
    return (
      <>
        <Notice tone="good" role="status" title="Address confirmed">
          <p>{isInvited ? `You joined the project as ${email}.` : `${email} is confirmed.`}</p>
        </Notice>
        <ButtonLink tone="primary" href={projectId ? `/${projectId}` : '/'} className="self-start">
          Open Storycast
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <p className="wrap-anywhere text-ink-soft">
        Confirm that <strong className="font-medium text-ink">{email}</strong> is your address
        {isInvited && ' and join the project you were invited to'}.
      </p>
      {Boolean(error) && <ErrorNote error={error} title="The address was not confirmed" />}
      <Button tone="primary" isBusy={isBusy} onClick={() => void confirm()}>
        {isInvited ? 'Confirm and join' : 'Confirm address'}
      </Button>
    </>
  )
}
