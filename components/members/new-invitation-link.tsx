'use client'

import { useEffect, useRef } from 'react'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { Invitation } from '@/lib/invitations/contract'

export type InvitationLink = { invitation: Invitation; url: string; is_mailed: boolean }

/** The link of a new invitation. It is shown only once, and takes the focus. Use the URL as its key. */
export function NewInvitationLink({ link, onClose }: { link: InvitationLink; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="new-link" className="panel flex flex-col gap-4 border-good p-5">
      <div>
        <h2 id="new-link" ref={heading} tabIndex={-1} className="text-lg font-semibold wrap-anywhere outline-none">
          {link.is_mailed ? 'Invitation sent to' : 'Invitation link for'} {link.invitation.email}
        </h2>
        <p className="text-ink-soft">
          {link.is_mailed
            ? 'You can also share the link yourself. It is shown only once.'
            : 'Send them this link. It is shown only once.'}{' '}
          It works once and expires <Time at={link.invitation.expires_at} />.
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <code data-testid="link" className="rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">
          {link.url}
        </code>
        <div className="self-start">
          <CopyButton text={link.url} label="Copy link" />
        </div>
      </div>
      <Button className="self-start" onClick={onClose}>
        Done
      </Button>
    </section>
  )
}
