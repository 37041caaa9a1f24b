'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { OAuthApp } from '@/lib/oauth/apps/contract'

type Props = {
  app: OAuthApp
  /** Null: a public app. */
  secret: string | null
  baseUrl: string
  onClose: () => void
}

/** What the program needs. The secret is shown only once. */
export function NewSecret({ app, secret, baseUrl, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="new-secret" className="panel flex max-w-2xl flex-col gap-4 border-good p-5">
      <div>
        <h2 id="new-secret" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {secret ? `Secret of “${app.name}”` : `App “${app.name}” created`}
        </h2>
        {secret && <p className="text-ink-soft">Copy it now. It is not shown again. Treat it like a password.</p>}
      </div>
      <Copyable label="Client ID" text={app.id} />
      {secret && <Copyable label="Client secret" text={secret} />}
      <Copyable label="Metadata" text={`${baseUrl}/.well-known/oauth-authorization-server`} />
      <Button className="self-start" onClick={onClose}>
        Done
      </Button>
    </section>
  )
}

const Copyable = ({ label, text }: { label: string; text: string }) => (
  <div className="flex flex-col gap-1.5">
    <div className="flex items-end justify-between gap-3">
      <span className="font-medium">{label}</span>
      <CopyButton text={text} label={label === 'Client ID' ? 'Copy client ID' : `Copy ${label.toLowerCase()}`} />
    </div>
    <code data-testid={label} className="rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">
      {text}
    </code>
  </div>
)
