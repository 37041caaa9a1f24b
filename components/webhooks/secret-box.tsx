'use client'

import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

export type ShownSecret = { title: string; secret: string; isRotated: boolean }

/** The one time that a signing secret is shown. */
export function SecretBox({ title, secret, isRotated, onClose }: ShownSecret & { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="signing-secret" className="panel mb-6 flex flex-col gap-4 border-good p-5">
      <div>
        <h2 id="signing-secret" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h2>
        <p className="text-ink-soft">
          This secret signs what is sent. Copy it now: it cannot be shown again.
          {isRotated && ' For 24 hours the previous secret signs too, so your receiver can switch without a gap.'}
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
        The headers that carry the signature stand under{' '}
        <Link href="/docs/webhook-events" prefetch={false} className="font-medium text-accent underline">
          Webhook events
        </Link>{' '}
        of the API reference.
      </p>
      <Button className="self-start" onClick={onClose}>
        I have copied it
      </Button>
    </section>
  )
}
