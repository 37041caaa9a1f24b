import type { Metadata } from 'next'
import { filterOfUrl } from '@/components/analytics/analytics-filter'
import { rangeQuery } from '@/components/analytics/analytics-queries'
import { readTopPosts, writeTopPostsUrl } from '@/components/top-posts/top-posts-filter'
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
  const search = new URLSearchParams(given)
  const filter = readTopPosts(search)
  const shared = filterOfUrl(search)
  const { from, to } = rangeQuery(project.id, shared, { now: context.now, timeZone: project.timezone ?? 'UTC' })
  const range = { ...(from ? { from } : { to: context.now.toISOString() }), ...(to ? { to } : {}) }
  return (
    <TopPostsScreen
      projectId={project.id}
      initial={await runInsights(context, { project_id: project.id, filter, ...range })}
      initialSearch={writeTopPostsUrl(filter, { ...shared, metric: 'engagement' })}
      now={context.now.toISOString()}
    />
  )
}
