'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { AnswerTo } from '@/lib/api/operation'
import type { createToken } from '@/lib/openapi/operations.generated'

type Props = { created: AnswerTo<typeof createToken>; baseUrl: string; onClose: () => void }

/** A new token. It is shown only once. */
export function NewToken({ created, baseUrl, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const curl = `curl -s ${baseUrl}/api/v1/health -H 'Authorization: Bearer ${created.token}'`
  return (
    <section aria-labelledby="new-token" className="panel flex flex-col gap-4 border-good p-5">
      <div>
        <h2 id="new-token" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          Token “{created.api_token.name}” created
        </h2>
        <p className="text-ink-soft">Copy it now. It is not shown again. Treat it like a password.</p>
      </div>
      <Copyable label="Token" text={created.token} testId="token" />
      <Copyable label="Try it in your terminal" text={curl} testId="curl" />
      <Button className="self-start" onClick={onClose}>
        Done
      </Button>
    </section>
  )
}

function Copyable({ label, text, testId }: { label: string; text: string; testId: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-end justify-between gap-3">
        <span className="font-medium">{label}</span>
        <CopyButton text={text} label={`Copy ${label === 'Token' ? 'token' : 'command'}`} />
      </div>
      <code data-testid={testId} className="rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">
        {text}
      </code>
    </div>
  )
}
