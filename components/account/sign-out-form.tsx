'use client'

import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'

export function SignOutForm() {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        tone="primary"
        isBusy={isBusy}
        onClick={() => {
          setIsBusy(true)
          void signOut({ callbackUrl: '/' })
        }}
      >
        Sign out
      </Button>
      <ButtonLink href="/">Stay</ButtonLink>
    </div>
  )
}
