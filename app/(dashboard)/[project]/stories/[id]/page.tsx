import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { StoryDetail } from '@/components/stories/story-detail'
import { headlineOf } from '@/components/stories/story-text'
import { getStory } from '@/lib/stories/read'
import { storyTimeline } from '@/lib/stories/timeline'
import { isUuid, orNotFound, requireContext, requireProject } from '../../../context'

type Props = { params: Promise<{ project: string; id: string }> }

const load = cache(async (projectId: string, id: string) => {
  const context = await requireContext(`/${projectId}/stories/${id}`)
  const project = await requireProject(context, projectId)
  if (!isUuid(id)) notFound()
  const story = await orNotFound(getStory(context, { id }))
  // Under another project's address it would stand in the wrong frame.
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
  const timeline = await storyTimeline(context, { id, limit: 50, order: 'newest' })
  // Keyed, so that another story starts afresh.
  return <StoryDetail key={id} initial={story} timeline={timeline} now={context.now.toISOString()} />
}
