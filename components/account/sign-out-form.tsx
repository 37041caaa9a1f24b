'use client'

import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'

/** @param next where to go afterwards */
export function SignOutForm({ next }: { next: string }) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        tone="primary"
        isBusy={isBusy}
        onClick={() => {
          setIsBusy(true)
          // Where to go then is ours to say: next-auth may not know at which address it is served.
          void signOut({ redirect: false }).finally(() => window.location.assign(next))
        }}
      >
        Sign out
      </Button>
      <ButtonLink href="/">Stay</ButtonLink>
    </div>
  )
}
