'use client'

import { useMutation } from '@tanstack/react-query'
import { Suggestion } from '@/components/ai/suggestion'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { call } from '@/lib/api/client'
import { adaptCaption } from '@/lib/openapi/operations.generated'
import { useEditor } from '../state/editor-context'
import { useCaptionTarget } from './use-caption-target'
import { useShowResult } from './use-show-result'

/** Writes one version of the caption per channel. */
export function VersionsForm({ isSample }: { isSample: boolean }) {
  const { projectId } = useEditor()
  const { draft, caption, replaceVersions } = useCaptionTarget(null)
  const { channels } = draft
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(adaptCaption, { project_id: projectId, caption, channels }),
  })
  const results = useShowResult(data)
  if (caption.trim() === '' || channels.length === 0)
    return <p className="text-ink-soft">Write a caption and choose channels first.</p>
  const versions = data?.versions ?? []
  const missing = data ? channels.filter((channel) => !versions.some((version) => version.channel === channel)) : []
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <Button tone="primary" isBusy={isPending} onClick={() => mutate()}>
          Write a version per channel
        </Button>
        {versions.length > 1 && <Button onClick={() => replaceVersions(versions)}>Use all {versions.length}</Button>}
      </div>
      {error && <ErrorNote error={error} title="No versions" />}
      <div ref={results} aria-live="polite" className="flex flex-col gap-3">
        {versions.map(({ channel, caption: text, lint }) => (
          <Suggestion
            key={`${channel} ${text}`}
            label={`Version for ${channelNames[channel]}`}
            title={
              <>
                <ChannelIcon channel={channel} size={16} /> {channelNames[channel]}
              </>
            }
            {...{ text, lint, isSample }}
            onAccept={(accepted) => replaceVersions([{ channel, caption: accepted }])}
          />
        ))}
        {missing.length > 0 && (
          <p className="text-sm text-ink-soft">
            No version within the rules for {missing.map((channel) => channelNames[channel]).join(', ')}.
          </p>
        )}
      </div>
    </div>
  )
}
