'use client'

import { Sparkles, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NoModelNote } from '@/components/ai/no-model-note'
import { useAiModel } from '@/components/ai/use-ai-model'
import { ErrorNote } from '@/components/errors/error-note'
import { IconButton } from '@/components/ui/button'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { ChannelId } from '@/lib/channel-ids'
import { useEditor } from '../state/editor-context'
import { HashtagsForm } from './hashtags-form'
import { RewriteForm } from './rewrite-form'
import { VersionsForm } from './versions-form'
import { WriteForm } from './write-form'

type Mode = 'write' | 'rewrite' | 'shorten' | 'versions' | 'hashtags'

const labels: Record<Mode, string> = {
  write: 'Write',
  rewrite: 'Rewrite',
  shorten: 'Shorten',
  versions: 'Per channel',
  hashtags: 'Hashtags',
}

type Props = { id: string; isShown: boolean; channel: ChannelId | null; onClose: () => void }

/** Help of a model with the caption of all channels, or of one. */
export function AiPanel({ id, isShown, channel, onClose }: Props) {
  const { projectId } = useEditor()
  const { data, error, isPending } = useAiModel(projectId)
  const [mode, setMode] = useState<Mode>('write')
  const modes = (Object.keys(labels) as Mode[]).filter((one) => one !== 'versions' || channel === null)
  const model = data?.text_model
  const form = { channel, isSample: model?.is_sample ?? false }
  const section = useRef<HTMLElement>(null)
  const isReady = isShown && !isPending
  // It opens below the text, which can be the end of the screen.
  useEffect(() => {
    if (isReady) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isReady])
  return (
    <section
      ref={section}
      id={id}
      hidden={!isShown}
      aria-label="Write with AI"
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-sunken p-3 sm:p-4"
    >
      <div className="flex items-center gap-2">
        <Sparkles aria-hidden size={16} className="shrink-0 text-accent" />
        <h3 className="flex-1 font-semibold">Write with AI</h3>
        <IconButton label="Close AI" onClick={onClose}>
          <X aria-hidden size={16} />
        </IconButton>
      </div>
      {isPending && <ListSkeleton rows={1} label="Loading" />}
      {error && <ErrorNote isReading error={error} title="AI is not available" />}
      {data && !model && <NoModelNote projectId={projectId} />}
      {model && (
        <>
          <div className="flex">
            <SegmentedControl
              label="Task"
              segments={modes.map((value) => ({ value, label: labels[value] }))}
              value={mode}
              onChange={setMode}
            />
          </div>
          {mode === 'write' && <WriteForm {...form} />}
          {mode === 'rewrite' && <RewriteForm key="rewrite" action="rewrite" {...form} />}
          {mode === 'shorten' && <RewriteForm key="shorten" action="shorten" {...form} />}
          {mode === 'versions' && <VersionsForm isSample={form.isSample} />}
          {mode === 'hashtags' && <HashtagsForm {...form} />}
        </>
      )}
    </section>
  )
}
