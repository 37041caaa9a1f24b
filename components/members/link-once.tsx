'use client'

import { useEffect, useRef } from 'react'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { Invitation } from '@/lib/invitations/contract'

export type MadeLink = { invitation: Invitation; url: string; is_mailed: boolean }

/** The one time that the link of an invitation is shown. */
export function LinkOnce({ made, onClose }: { made: MadeLink; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link takes the focus anew.
  useEffect(() => heading.current?.focus(), [made.url])
  return (
    <section aria-labelledby="new-link" className="panel flex flex-col gap-4 border-good p-5">
      <div>
        <h2 id="new-link" ref={heading} tabIndex={-1} className="text-lg font-semibold wrap-anywhere outline-none">
          {made.is_mailed ? 'Invitation sent to' : 'Invitation link for'} {made.invitation.email}
        </h2>
        <p className="text-ink-soft">
          {made.is_mailed
            ? 'You can also share the link yourself. It is shown only now.'
            : 'Send them this link. It is shown only now.'}{' '}
          It works once, until <Time at={made.invitation.expires_at} />.
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <code data-testid="link" className="rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">
          {made.url}
        </code>
        <div className="self-start">
          <CopyButton text={made.url} label="Copy link" />
        </div>
      </div>
      <Button className="self-start" onClick={onClose}>
        Done
      </Button>
    </section>
  )
}
