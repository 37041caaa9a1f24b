'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { ApiError, call } from '@/lib/api/client'
import { acceptInvitation } from '@/lib/openapi/operations.generated'

export function AcceptButton({ token, projectName }: { token: string; projectName: string }) {
  const [error, setError] = useState<ApiError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const accept = async (): Promise<void> => {
    setIsBusy(true)
    setError(null)
    try {
      const { project_id } = await call(acceptInvitation, { token })
      // A full page load, so that everything uses the new role.
      window.location.assign(`/${project_id}`)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setError(cause)
      setIsBusy(false)
    }
  }
  return (
    <>
      {error && (
        // The server's message includes the next step.
        <Notice tone="bad" role="alert" title="Invitation not accepted">
          <p>{error.message}</p>
          {error.requestId && (
            <p className="mt-1 text-sm text-ink-soft">
              Request ID <code className="font-mono text-xs">{error.requestId}</code>
            </p>
          )}
        </Notice>
      )}
      <Button tone="primary" isBusy={isBusy} onClick={() => void accept()}>
        Join {projectName}
      </Button>
    </>
  )
}
