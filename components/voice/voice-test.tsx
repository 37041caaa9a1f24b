'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { explanationOf, findingsOf, type VoiceFinding } from '@/components/composer/checks/brand-voice'
import { useDebounced } from '@/components/composer/checks/use-debounced'
import { ErrorNote } from '@/components/errors/error-note'
import { TextArea } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import { lintVoice } from '@/lib/openapi/operations.generated'
import type { Rules } from './rule-form'

const pauseMs = 300
const textMax = 5_000
const listedMax = 20

/** Checks a text against the rules of the form while the user types. */
export function VoiceTest({ projectId, rules }: { projectId: string; rules: Rules }) {
  const [text, setText] = useState('')
  const settled = useDebounced(JSON.stringify({ caption: text, rules }), pauseMs)
  const isBlank = text.trim() === ''
  const { data, error } = useQuery({
    queryKey: ['voice-test', projectId, settled],
    queryFn: async ({ signal }) => {
      const { caption, rules } = JSON.parse(settled) as { caption: string; rules: Rules }
      const lint = await call(lintVoice, { id: projectId, caption, rules }, { signal })
      return { caption, findings: findingsOf(lint, () => caption) }
    },
    enabled: !isBlank,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: 1,
  })
  const findings = data?.caption === text ? data.findings : []
  return (
    <section aria-labelledby="voice-test" className="panel flex flex-col gap-4 p-5">
      <h2 id="voice-test" className="text-lg font-semibold">
        Try the rules
      </h2>
      <TextArea
        label="Text"
        hint="Checked against the rules above, also before you save them."
        maxLength={textMax}
        placeholder="Paste a caption to see what breaks the rules."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && !isBlank && <ErrorNote error={error} title="Text not checked" />}
      {!isBlank && data?.caption === text && (
        <div role="status" className="flex flex-col gap-3">
          {findings.length === 0 ? (
            <p className="flex items-center gap-1.5 text-good">
              <CircleCheck aria-hidden size={16} />
              This text follows the rules.
            </p>
          ) : (
            <>
              <p className="max-h-60 overflow-y-auto rounded-lg bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">
                <MarkedText text={text} findings={findings} />
              </p>
              <ul aria-label="Problems" className="flex flex-col gap-1 text-sm">
                {findings.slice(0, listedMax).map(({ type, start, value }) => (
                  <li key={`${type} ${start}`} className="wrap-anywhere">
                    “{value}” <span className="text-ink-soft">{explanationOf(type)}</span>
                  </li>
                ))}
                {findings.length > listedMax && (
                  <li className="text-ink-soft">and {findings.length - listedMax} more</li>
                )}
              </ul>
            </>
          )}
        </div>
      )}
    </section>
  )
}

/** The text with its violations marked. Overlapping ones are one mark. */
function MarkedText({ text, findings }: { text: string; findings: readonly VoiceFinding[] }) {
  const marks: { start: number; end: number }[] = []
  for (const { start, end } of findings) {
    const last = marks.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else marks.push({ start, end })
  }
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark className="rounded-sm bg-warn-wash text-warn underline decoration-wavy underline-offset-2">
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  )
}
