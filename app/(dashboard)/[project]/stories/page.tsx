import type { Metadata } from 'next'
import { pageSize, readFilter, statusesOf } from '@/components/stories/story-filter'
import { StoryList } from '@/components/stories/story-list'
import { listStories } from '@/lib/stories/read'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Stories' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<{ status?: string | string[]; channel?: string | string[] }>
}

export default async function StoriesPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/stories`)
  const project = await requireProject(context, id)
  const filter = readFilter(await searchParams)
  const initial = await listStories(context, {
    project_id: project.id,
    limit: pageSize,
    status: statusesOf(filter),
    channel: filter.channel ? [filter.channel] : undefined,
  })
  return <StoryList projectId={project.id} initial={initial} initialFilter={filter} now={context.now.toISOString()} />
}
