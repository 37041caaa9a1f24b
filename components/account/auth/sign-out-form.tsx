'use client'

import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { forgetSharedContent } from '@/components/pwa/shared-content'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** @param next where to go afterwards */
export function SignOutForm({ next }: { next: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const submit = async (): Promise<void> => {
    setState('busy')
    try {
      await forgetSharedContent().catch(() => {})
      // We redirect ourselves, because next-auth may not know its own URL.
      await signOut({ redirect: false })
      window.location.assign(next)
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      {state === 'failed' && (
        <Notice tone="bad" role="alert">
          You are still signed in. Check your connection and try again.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/">Cancel</ButtonLink>
        <Button tone="primary" isBusy={state === 'busy'} onClick={() => void submit()}>
          Sign out
        </Button>
      </div>
    </>
  )
}
