import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { StoryDetail } from '@/components/story-detail/story-detail'
import { headlineOf } from '@/lib/stories/content/headline'
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
  const timeline = await storyTimeline(context, { id, limit: 50, order: 'newest' })
  // The key resets the state for another story.
  return <StoryDetail key={id} initial={story} timeline={timeline} now={context.now.toISOString()} />
}
