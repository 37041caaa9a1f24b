'use client'

import { MessageSquareWarning } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import type { AnswerTo } from '@/lib/api/operation'
import type { rewriteCaption } from '@/lib/openapi/operations.generated'
import { SampleBadge } from './sample-badge'

type Props = {
  /** Names the suggestion for screen readers. */
  label: string
  text: string
  isSample: boolean
  /** The text is still being written. */
  isWriting?: boolean
  lint?: AnswerTo<typeof rewriteCaption>['lint'] | undefined
  title?: ReactNode
  note?: ReactNode
  acceptLabel?: string
  onAccept: (text: string) => void
}

/** A text of a model. Nothing changes until the user accepts it, as it is or edited. */
export function Suggestion({
  label,
  text,
  isSample,
  isWriting = false,
  lint,
  title,
  note,
  acceptLabel = 'Use',
  onAccept,
}: Props) {
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <article
      aria-label={label}
      aria-busy={isWriting || undefined}
      // Focused when it arrives.
      tabIndex={-1}
      className="scroll-mt-3 rounded-xl border border-line bg-raised p-3"
    >
      {title && <div className="mb-1.5 flex items-center gap-2 text-sm font-medium">{title}</div>}
      {edited === null ? (
        <p className="whitespace-pre-wrap wrap-anywhere">
          {text}
          {isWriting && (
            <span aria-hidden className="ml-0.5 inline-block h-4 w-0.5 animate-pulse bg-accent align-middle" />
          )}
        </p>
      ) : (
        <TextArea
          label={`Edit ${label.toLowerCase()}`}
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
        />
      )}
      {lint?.violations.map(({ value, position }) => (
        <p key={position} className="mt-1 flex items-center gap-1.5 text-sm text-warn">
          <MessageSquareWarning aria-hidden size={16} className="shrink-0" />“{value}” breaks your brand voice
        </p>
      ))}
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="flex gap-2">
          <Button isSmall disabled={isWriting || edited?.trim() === ''} onClick={() => onAccept(edited ?? text)}>
            {acceptLabel}
          </Button>
          <Button isSmall tone="ghost" disabled={isWriting} onClick={() => setEdited(edited === null ? text : null)}>
            {edited === null ? 'Edit' : 'Discard edit'}
          </Button>
        </span>
        {isSample && <SampleBadge />}
        {note && <div className="min-w-0 flex-1 basis-40 text-sm text-ink-soft">{note}</div>}
      </div>
    </article>
  )
}
