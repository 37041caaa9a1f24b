'use client'

import { MessageSquareWarning } from 'lucide-react'
import { remedyOf, type VoiceFinding } from './voice'

/** What of a text breaks the brand voice, each with a way out; a click marks the very words. */
export function VoiceList({ fieldId, findings }: { fieldId: string; findings: readonly VoiceFinding[] }) {
  if (findings.length === 0) return null
  const mark = ({ start, end }: VoiceFinding): void => {
    const field = document.getElementById(fieldId)
    if (!(field instanceof HTMLTextAreaElement)) return
    field.focus()
    field.setSelectionRange(start, end)
  }
  return (
    <ul aria-label="Brand voice" className="flex flex-col gap-1">
      {findings.map((finding) => (
        <li key={`${finding.type} ${finding.start}`}>
          <button
            type="button"
            onClick={() => mark(finding)}
            className="flex min-h-6 items-start gap-1.5 rounded text-left text-sm text-warn"
          >
            <MessageSquareWarning aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span className="wrap-anywhere">
              “<span className="underline decoration-wavy underline-offset-2">{finding.value}</span>”{' '}
              {remedyOf(finding.type)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
