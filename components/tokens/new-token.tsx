'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { AnswerTo } from '@/lib/api/operation'
import type { createToken } from '@/lib/api/operations.generated'

type Props = { made: AnswerTo<typeof createToken>; baseUrl: string; onClose: () => void }

/** The one time that a token is shown. */
export function NewToken({ made, baseUrl, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const curl = `curl -s ${baseUrl}/api/v1/health -H 'Authorization: Bearer ${made.token}'`
  return (
    <section aria-labelledby="new-token" className="panel flex flex-col gap-4 border-good p-5">
      <div>
        <h2 id="new-token" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          “{made.api_token.name}” is made
        </h2>
        <p className="text-ink-soft">
          Copy it now: it is not kept and cannot be shown again. Treat it like a password.
        </p>
      </div>
      <Copyable label="Token" text={made.token} testId="token" />
      <Copyable label="Try it in a terminal" text={curl} testId="curl" />
      <Button className="self-start" onClick={onClose}>
        I have copied it
      </Button>
    </section>
  )
}

function Copyable({ label, text, testId }: { label: string; text: string; testId: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-end justify-between gap-3">
        <span className="font-medium">{label}</span>
        <CopyButton text={text} label={`Copy ${label === 'Token' ? 'token' : 'line'}`} />
      </div>
      <code data-testid={testId} className="rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">
        {text}
      </code>
    </div>
  )
}
