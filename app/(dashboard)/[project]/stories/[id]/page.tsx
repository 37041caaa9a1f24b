import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { StoryDetail } from '@/components/story-detail/story-detail'
import * as connections from '@/lib/connections/service'
import { headlineOf } from '@/lib/stories/content/headline'
import { previewStory } from '@/lib/stories/reading/preview'
import { getStory } from '@/lib/stories/reading/read'
import { storyTimeline } from '@/lib/stories/timeline/timeline'
import { isUuid, orNotFound, requireContext, requireProject } from '../../../context'

type Props = { params: Promise<{ project: string; id: string }> }

const load = cache(async (projectId: string, id: string) => {
  const context = await requireContext(`/${projectId}/stories/${id}`)
  const project = await requireProject(context, projectId)
  if (!isUuid(id)) notFound()
  const story = await orNotFound(getStory(context, { id }))
  // The URL has another project.
  if (story.project_id !== project.id) notFound()
  return { context, story }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, id } = await params
  return { title: headlineOf((await load(project, id)).story) }
}

export default async function StoryPage({ params }: Props) {
  const { project, id } = await params
  const { context, story } = await load(project, id)
  const [timeline, { channels: posts }, { connections: own }] = await Promise.all([
    storyTimeline(context, { id, limit: 50, order: 'newest' }),
    previewStory(context, { id }),
    connections.list(context, { project_id: project, limit: 50 }),
  ])
  // The key resets the state for another story.
  return (
    <StoryDetail
      key={id}
      initial={story}
      posts={{ posts, connections: own }}
      timeline={timeline}
      now={context.now.toISOString()}
    />
  )
}
