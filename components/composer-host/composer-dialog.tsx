'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Composer } from '@/components/composer/composer'
import { draftOf, timedOf } from '@/components/composer/draft/story-to-draft'
import { DialogSurface } from '@/components/composer/open/surface'
import { RetryComposer } from '@/components/composer/retry/retry-composer'
import { savedOf } from '@/components/composer/state/base'
import { idsIn, type NewStorySource, newStoryOf } from '@/components/composer/state/new-story'
import { useConnections } from '@/components/connections/use-connections'
import { ErrorNote } from '@/components/errors/error-note'
import { FailureReasons } from '@/components/queue/status/failure-reasons'
import { editableChannels } from '@/components/stories/editable-channels'
import { useZone } from '@/components/time/zone'
import { ApiError, call } from '@/lib/api/client'
import type { SocialConnection } from '@/lib/connections/contract'
import { getAsset, getCorpusCaption, getStory, getTemplate } from '@/lib/openapi/operations.generated'
import type { StoryDetail } from '@/lib/stories/contract'
import { ComposerSkeleton } from './composer-skeleton'

type Props = {
  projectId: string
  /** Null for a new story. */
  storyId: string | null
  search: string
  requiresApproval: boolean
  connections: SocialConnection[]
  now: string
  onClose: () => void
}

/** The composer over another page. It reads what the page would have got from the server. */
export function ComposerDialog({ storyId, search, connections: initial, ...rest }: Props) {
  // Accounts may have been connected since the layout was rendered.
  const props = { ...rest, connections: useConnections(rest.projectId, initial) }
  // The composer changes its own address later: it adds the id of a new story.
  const [opened] = useState(() => ({ storyId, params: new URLSearchParams(search) }))
  const edited = opened.storyId ?? opened.params.get('story')
  return (
    <DialogSurface label={edited ? 'Edit story' : 'New story'} onClose={props.onClose}>
      {edited ? <EditedStory id={edited} {...props} /> : <NewStory params={opened.params} {...props} />}
    </DialogSurface>
  )
}

type PartProps = Omit<Props, 'storyId' | 'search'>

function NewStory({ params, onClose: _, ...props }: PartProps & { params: URLSearchParams }) {
  const { template, caption, assets } = idsIn(params)
  const isFilled = template !== null || caption !== null || assets.length > 0
  const { data, error, refetch } = useQuery({
    queryKey: ['new-story', props.projectId, template, caption, assets.join(',')],
    queryFn: async () => ({
      caption: caption ? await orNull(call(getCorpusCaption, { id: caption })) : null,
      template: template ? await orNull(call(getTemplate, { id: template })) : null,
      assets: await Promise.all(assets.map((id) => orNull(call(getAsset, { id })))),
    }),
    enabled: isFilled,
    gcTime: 0,
  })
  const [now] = useState(() => new Date().toISOString())
  const source = isFilled ? data : { template: null, caption: null, assets: [] }
  if (!source) return <Loading error={error} onRetry={refetch} />
  return <FilledStory source={source} params={params} {...props} now={now} />
}

type FilledProps = Omit<PartProps, 'onClose'> & { source: NewStorySource; params: URLSearchParams }

/** The composer, with what was known when it opened. */
function FilledStory({ source, params, ...props }: FilledProps) {
  const [story] = useState(() => newStoryOf(source, { ...props, params }))
  return <Composer {...story} {...props} />
}

function EditedStory({ id, onClose, ...props }: PartProps & { id: string }) {
  const router = useRouter()
  const { timeZone } = useZone()
  const { data, error, refetch } = useQuery({
    queryKey: ['edited-story', props.projectId, id],
    queryFn: () => call(getStory, { id }),
    gcTime: 0,
    // The composer saves it, so a second read would restart it.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const way = data && wayOf(data)
  const storyPath = `/${props.projectId}/stories/${id}`
  useEffect(() => {
    // Other stories cannot be edited; their page shows the status.
    if (way === 'read') router.replace(storyPath)
  }, [way, router, storyPath])
  const [now] = useState(() => new Date().toISOString())
  if (!data || way === 'read') return <Loading error={error} onRetry={refetch} />
  if (way === 'retry') {
    const channels = editableChannels(data.content_queue)
    const failure = <FailureReasons story={data} channels={channels} now={new Date(now)} />
    return <RetryComposer story={data} {...{ ...props, channels, now, failure }} />
  }
  return (
    <Composer
      {...props}
      initial={{ draft: draftOf(data, timeZone), saved: savedOf(data) }}
      timed={timedOf(data)}
      now={now}
    />
  )
}

function wayOf({ status, content_queue }: StoryDetail): 'edit' | 'retry' | 'read' {
  if (status === 'draft' || status === 'scheduled') return 'edit'
  const isRetry = (status === 'failed' || status === 'partial') && editableChannels(content_queue).length > 0
  return isRetry ? 'retry' : 'read'
}

const Loading = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ComposerSkeleton>
    {Boolean(error) && <ErrorNote isReading error={error} title="The story could not be loaded" onRetry={onRetry} />}
  </ComposerSkeleton>
)

/** Null for deleted assets and templates. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  }
}
