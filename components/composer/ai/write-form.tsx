'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Suggestion } from '@/components/ai/suggestion'
import { type ToneChoice, toneOptions } from '@/components/ai/tone-options'
import { ErrorNote } from '@/components/errors/error-note'
import { usePillars } from '@/components/pillars/use-pillars'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { suggestCaptions } from '@/lib/openapi/operations.generated'
import { isUrl } from '../draft/draft'
import { useEditor, useEditorState } from '../state/editor-context'
import { useCaptionTarget } from './use-caption-target'
import { useShowResult } from './use-show-result'

type Props = { channel: ChannelId | null; isSample: boolean }

/** Suggests captions for a brief. */
export function WriteForm({ channel, isSample }: Props) {
  const { projectId, store } = useEditor()
  const { draft, strictest, replace } = useCaptionTarget(channel)
  const brief = useEditorState((state) => state.brief)
  const [tone, setTone] = useState<ToneChoice>('')
  const nameOf = usePillarNames(projectId)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      call(suggestCaptions, {
        project_id: projectId,
        brief,
        ...(strictest ? { channel: strictest } : {}),
        ...(draft.contentType ? { content_type: draft.contentType } : {}),
        ...(draft.postType ? { format: draft.postType } : {}),
        ...(tone ? { tone } : {}),
        ...(isUrl(draft.destinationUrl) ? { destination_url: draft.destinationUrl.trim() } : {}),
      }),
  })
  const results = useShowResult(data)
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label="Brief"
        rows={2}
        maxLength={2_000}
        placeholder="What is the post about?"
        value={brief}
        onChange={(event) => store.dispatch({ type: 'briefTyped', brief: event.target.value })}
        onKeyDown={(event) => {
          // The composer's shortcut would send the story.
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          event.stopPropagation()
          if (brief.trim() && !isPending) mutate()
        }}
      />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField label="Tone" className="w-48" value={tone} onChange={setTone} options={toneOptions} />
        <Button tone="primary" isBusy={isPending} disabled={brief.trim() === ''} onClick={() => mutate()}>
          Suggest captions
        </Button>
      </div>
      {error && <ErrorNote error={error} title="No suggestions" />}
      <div ref={results} aria-live="polite" className="flex flex-col gap-3">
        {data?.suggestions.length === 0 && (
          <p className="text-ink-soft">All suggestions broke your brand voice or were too long. Change the brief.</p>
        )}
        {data?.suggestions.map(({ caption, rationale, pillar_match, lint }, index) => (
          <Suggestion
            key={caption}
            label={`Suggestion ${index + 1}`}
            text={caption}
            {...{ lint, isSample }}
            note={[rationale, pillar_match && `Pillar: ${nameOf(pillar_match.content_type)}`]
              .filter(Boolean)
              .join(' · ')}
            onAccept={replace}
          />
        ))}
      </div>
    </div>
  )
}

function usePillarNames(projectId: string) {
  const pillars = usePillars(projectId)
  return (contentType: string): string =>
    pillars.find(({ content_type }) => content_type === contentType)?.name ?? contentType
}
