import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { Composer } from '@/components/composer/composer'
import { timedOf } from '@/components/composer/draft/story-to-draft'
import { ComposerPage } from '@/components/composer/open/composer-page'
import { RetryComposer } from '@/components/composer/retry/retry-composer'
import { baseOf } from '@/components/composer/state/base'
import { FailureReasons } from '@/components/queue/status/failure-reasons'
import { editableChannels } from '@/components/stories/editable-channels'
import * as connections from '@/lib/connections/service'
import { getStory } from '@/lib/stories/reading/read'
import { isUuid, orNotFound, requireContext, requireProject } from '../../../../context'

export const metadata: Metadata = { title: 'Edit story' }

type Props = { params: Promise<{ project: string; id: string }> }

export default async function EditStoryPage({ params }: Props) {
  const { project: projectId, id } = await params
  const context = await requireContext(`/${projectId}/stories/${id}/edit`)
  const project = await requireProject(context, projectId)
  if (!isUuid(id)) notFound()
  const story = await orNotFound(getStory(context, { id }))
  if (story.project_id !== project.id) notFound()
  const channels = editableChannels(story.content_queue)
  const isRetry = (story.status === 'failed' || story.status === 'partial') && channels.length > 0
  // Other stories cannot be edited; their page shows the status.
  if (!isRetry && story.status !== 'draft' && story.status !== 'scheduled') redirect(`/${projectId}/stories/${id}`)
  const { connections: own } = await connections.list(context, { project_id: project.id, limit: 50 })
  if (isRetry) {
    const now = context.now.toISOString()
    return (
      <ComposerPage title="Edit and retry" closeHref={`/${projectId}/stories/${id}`}>
        <RetryComposer
          key={story.updated_at}
          {...{ story, channels, connections: own, now }}
          failure={<FailureReasons {...{ story, channels }} now={context.now} />}
        />
      </ComposerPage>
    )
  }
  return (
    <ComposerPage title="Edit story" closeHref={`/${projectId}/stories/${id}`}>
      <Composer
        key={story.updated_at}
        projectId={project.id}
        initial={baseOf(story, project.timezone ?? 'UTC')}
        timed={timedOf(story)}
        requiresApproval={project.require_approval}
        connections={own}
        now={context.now.toISOString()}
      />
    </ComposerPage>
  )
}
