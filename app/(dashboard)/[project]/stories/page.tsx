import type { Metadata } from 'next'
import {
  boundsOf,
  pageSize,
  readFilter,
  reviewQueryOf,
  type StoryFilter,
  statusesOf,
} from '@/components/stories/story-filter'
import { StoryList } from '@/components/story-list/story-list'
import { listStories } from '@/lib/stories/reading/read'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Stories' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Partial<Record<keyof StoryFilter, string | string[]>>>
}

export default async function StoriesPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/stories`)
  const project = await requireProject(context, id)
  const filter = readFilter(await searchParams)
  const initial = await listStories(context, {
    project_id: project.id,
    limit: pageSize,
    count: 'true',
    sort: 'time',
    status: statusesOf(filter),
    ...reviewQueryOf(filter),
    channel: filter.channel ? [filter.channel] : undefined,
    content_type: filter.pillar ? [filter.pillar] : undefined,
    author: filter.author ?? undefined,
    ...boundsOf(filter.date, context.now, project.timezone ?? 'UTC'),
  })
  return <StoryList projectId={project.id} initial={initial} initialFilter={filter} now={context.now.toISOString()} />
}
