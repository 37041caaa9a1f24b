'use client'

import { useMutation } from '@tanstack/react-query'
import { NoModelNote } from '@/components/ai/no-model-note'
import { Suggestion } from '@/components/ai/suggestion'
import { useAiModel } from '@/components/ai/use-ai-model'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { describeImage } from '@/lib/openapi/operations.generated'
import { useDraft, useEditor } from '../state/editor-context'
import { useRunOnce } from './use-run-once'

type Props = {
  /** “image 2” */
  file: string
  url: string
  value: string
  onChange: (text: string) => void
  onDone: () => void
}

/** Describes an image and shows the text. */
export function AltTextSuggestion({ file, url, value, onChange, onDone }: Props) {
  const { projectId } = useEditor()
  const { caption } = useDraft()
  const toast = useToast()
  const model = useAiModel(projectId)
  const isReady = Boolean(model.data?.text_model)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      call(describeImage, { project_id: projectId, media_url: url, ...(caption.trim() ? { caption } : {}) }),
  })
  useRunOnce(isReady, mutate)
  if (model.data && !isReady) return <NoModelNote projectId={projectId} />
  const imageProblem = issueFor(error, 'media_url', 'The file')
  const accept = (text: string): void => {
    onChange(text)
    onDone()
    toast('Alt text replaced.', 'good', { label: 'Undo', onUndo: () => onChange(value) })
  }
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      {(model.isPending || isPending) && <p className="text-sm text-ink-soft">Looking at the image…</p>}
      {imageProblem ? (
        <Notice tone="bad" role="alert" title="No alt text">
          {imageProblem}
        </Notice>
      ) : (
        (error ?? model.error) && <ErrorNote error={error ?? model.error} title="No alt text" />
      )}
      {data && (
        <Suggestion
          label={`Suggested alt text of ${file}`}
          text={data.alt_text}
          isSample={model.data?.text_model?.is_sample ?? false}
          acceptLabel="Use alt text"
          onAccept={accept}
        />
      )}
    </div>
  )
}
