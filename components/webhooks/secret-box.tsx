'use client'

import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

export type NewSecret = { title: string; secret: string; isRotated: boolean }

/** Shows a new signing secret once. */
export function SecretBox({ title, secret, isRotated, onClose }: NewSecret & { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="signing-secret" className="panel mb-6 flex flex-col gap-4 border-good p-5">
      <div>
        <h2 id="signing-secret" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h2>
        <p className="text-ink-soft">
          Use this secret to verify requests. Copy it now. It is not shown again.
          {isRotated &&
            ' Requests are also signed with the previous secret for 24 hours, so that you can update your receiver.'}
        </p>
      </div>
      <div className="flex flex-col gap-1.5">
        <div className="flex items-end justify-between gap-3">
          <span className="font-medium">Signing secret</span>
          <CopyButton text={secret} label="Copy secret" />
        </div>
        <code data-testid="secret" className="rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">
          {secret}
        </code>
      </div>
      <p className="text-sm text-ink-soft">
        For the signature headers, see{' '}
        <Link href="/docs/webhook-events" prefetch={false} className="font-medium text-accent underline">
          Webhook events
        </Link>{' '}
        in the API reference.
      </p>
      <Button className="self-start" onClick={onClose}>
        Done
      </Button>
    </section>
  )
}
