'use client'

import { MessageSquareWarning } from 'lucide-react'
import type { ChannelId } from '@/lib/channel-ids'
import { explanationOf, type VoiceFinding } from '../checks/brand-voice'
import { useEditor } from '../state/editor-context'

type Props = { fieldId: string; channel: ChannelId | null; field?: VoiceFinding['field'] }

/** Findings in one text. A click selects the text in the field. */
export function BrandVoiceList({ fieldId, channel, field = 'caption' }: Props) {
  const { voice } = useEditor()
  const findings = voice.filter((finding) => finding.channel === channel && finding.field === field)
  if (findings.length === 0) return null
  const select = ({ start, end }: VoiceFinding): void => {
    const input = document.getElementById(fieldId)
    if (!(input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement)) return
    input.focus()
    input.setSelectionRange(start, end)
  }
  return (
    <ul
      aria-label={field === 'ask' ? 'Brand voice of the comment prompt' : 'Brand voice'}
      className="flex flex-col gap-1"
    >
      {findings.map((finding) => (
        <li key={`${finding.type} ${finding.start}`}>
          <button
            type="button"
            onClick={() => select(finding)}
            className="flex min-h-6 items-start gap-1.5 rounded text-left text-sm text-warn"
          >
            <MessageSquareWarning aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span className="wrap-anywhere">
              “<span className="underline decoration-wavy underline-offset-2">{finding.value}</span>”{' '}
              {explanationOf(finding.type)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
