'use client'

import { useState } from 'react'
import { Suggestion } from '@/components/ai/suggestion'
import { type ToneChoice, toneOptions } from '@/components/ai/tone-options'
import { useRewrite } from '@/components/ai/use-rewrite'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select'
import type { ChannelId } from '@/lib/channel-ids'
import { useEditor } from '../state/editor-context'
import { useCaptionTarget } from './use-caption-target'
import { useShowResult } from './use-show-result'

type Props = { channel: ChannelId | null; isSample: boolean; action: 'rewrite' | 'shorten' }

/** Rewrites or shortens the caption. The text appears while it is written. */
export function RewriteForm({ channel, isSample, action }: Props) {
  const { projectId, preview } = useEditor()
  const { caption, strictest, replace } = useCaptionTarget(channel)
  const [tone, setTone] = useState<ToneChoice>('')
  const { isWriting, text, result, error, start, stop } = useRewrite()
  const results = useShowResult(isWriting ? 'writing' : result)
  if (caption.trim() === '') return <p className="text-ink-soft">Write a caption first.</p>
  const limits = strictest ? preview[strictest]?.limits : undefined
  const write = (): void =>
    void start({
      ...{ project_id: projectId, caption, action },
      ...(strictest ? { channel: strictest } : {}),
      ...(tone ? { tone } : {}),
    })
  return (
    <div className="flex flex-col gap-3">
      {action === 'shorten' && strictest && limits?.text_max && (
        <p className="text-ink-soft">
          {limits.text_count > limits.text_max
            ? `Shortens the caption to ${limits.text_max.toLocaleString('en')} characters, the limit of ${channelNames[strictest]}.`
            : `The caption fits ${channelNames[strictest]} already. This makes it about a third shorter.`}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-3">
        {action === 'rewrite' && (
          <SelectField label="Tone" className="w-48" value={tone} onChange={setTone} options={toneOptions} />
        )}
        {isWriting ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button tone="primary" onClick={write}>
            {action === 'rewrite' ? 'Rewrite' : 'Shorten'}
          </Button>
        )}
      </div>
      {error !== null && <ErrorNote error={error} title="Not written" />}
      {(isWriting || result) && (
        <div ref={results}>
          <Suggestion
            key={result ? 'done' : 'writing'}
            label="Suggestion"
            {...{ text, isWriting, isSample }}
            lint={result?.lint}
            acceptLabel="Replace caption"
            onAccept={replace}
          />
        </div>
      )}
    </div>
  )
}
