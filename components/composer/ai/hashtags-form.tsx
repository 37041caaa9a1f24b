'use client'

import { useMutation } from '@tanstack/react-query'
import { Suggestion } from '@/components/ai/suggestion'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { suggestHashtags } from '@/lib/openapi/operations.generated'
import { useEditor } from '../state/editor-context'
import { useCaptionTarget } from './use-caption-target'
import { useShowResult } from './use-show-result'

/** Suggests hashtags for the caption. */
export function HashtagsForm({ channel, isSample }: { channel: ChannelId | null; isSample: boolean }) {
  const { projectId } = useEditor()
  const { caption, strictest, setHashtags } = useCaptionTarget(channel)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      call(suggestHashtags, { project_id: projectId, caption, ...(strictest ? { channel: strictest } : {}) }),
  })
  const results = useShowResult(data)
  if (caption.trim() === '') return <p className="text-ink-soft">Write a caption first.</p>
  return (
    <div className="flex flex-col items-start gap-3">
      <Button tone="primary" isBusy={isPending} onClick={() => mutate()}>
        Suggest hashtags
      </Button>
      {error && <ErrorNote error={error} title="No hashtags" />}
      <div ref={results} aria-live="polite" className="w-full">
        {data?.hashtags === '' && <p className="text-ink-soft">No hashtags fit below this caption.</p>}
        {data?.hashtags && (
          <Suggestion
            key={data.hashtags}
            label="Suggested hashtags"
            text={data.hashtags}
            isSample={isSample}
            acceptLabel="Use hashtags"
            onAccept={setHashtags}
          />
        )}
      </div>
    </div>
  )
}
