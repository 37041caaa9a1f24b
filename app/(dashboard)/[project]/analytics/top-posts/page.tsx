import type { Metadata } from 'next'
import { readTopPosts, writeTopPosts } from '@/components/top-posts/top-posts-filter'
import { TopPostsScreen } from '@/components/top-posts/top-posts-screen'
import { runInsights } from '@/lib/insights/service'
import { requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Top posts' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function TopPostsPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/analytics/top-posts`)
  const project = await requireProject(context, id)
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const filter = readTopPosts(new URLSearchParams(given))
  return (
    <TopPostsScreen
      projectId={project.id}
      initial={await runInsights(context, { project_id: project.id, filter })}
      initialSearch={writeTopPosts(filter)}
      now={context.now.toISOString()}
    />
  )
}
