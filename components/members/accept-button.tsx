'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { ApiError, call } from '@/lib/api/client'
import { acceptInvitation } from '@/lib/api/operations.generated'

export function AcceptButton({ token, projectName }: { token: string; projectName: string }) {
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const accept = async (): Promise<void> => {
    setIsBusy(true)
    setRefusal(null)
    try {
      const { project_id } = await call(acceptInvitation, { token })
      // A whole load, so that everything is drawn with the new role.
      window.location.assign(`/${project_id}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error)
      setIsBusy(false)
    }
  }
  return (
    <>
      {refusal && (
        // The server's words name the next step by themselves.
        <Notice tone="bad" role="alert" title="Not accepted">
          <p>{refusal.message}</p>
          {refusal.requestId && (
            <p className="mt-1 text-sm text-ink-soft">
              Request id <code className="font-mono text-xs">{refusal.requestId}</code>
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
