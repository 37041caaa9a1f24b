'use client'

import { signIn } from 'next-auth/react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ProviderIcon, type ProviderId, providerNames } from './sign-in-providers'

type Props = {
  /** Providers whose keys are set. */
  offered: readonly ProviderId[]
  /** Where to go afterwards. */
  next: string
}

export function ProviderButtons({ offered, next }: Props) {
  const [busy, setBusy] = useState<ProviderId | null>(null)
  if (offered.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      {offered.map((id) => (
        <Button
          key={id}
          icon={<ProviderIcon id={id} />}
          isBusy={busy === id}
          onClick={() => {
            setBusy(id)
            // Redirects to the provider. On failure next-auth returns to /sign-in with an error code.
            void signIn(id, { callbackUrl: next }).catch(() => setBusy(null))
          }}
        >
          Continue with {providerNames[id]}
        </Button>
      ))}
      <p aria-hidden className="flex items-center gap-3 text-sm text-ink-soft">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </p>
    </div>
  )
}
