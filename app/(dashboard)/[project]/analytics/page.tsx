import type { Metadata } from 'next'
import { questionOf, readAnalyticsFilter } from '@/components/analytics/analytics-filter'
import { AnalyticsScreen } from '@/components/analytics/analytics-screen'
import { getAnalytics as contract } from '@/lib/analytics/contract'
import { getAnalytics } from '@/lib/analytics/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Analytics' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<{ days?: string | string[]; channel?: string | string[] }>
}

export default async function AnalyticsPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/analytics`)
  const project = await requireProject(context, id)
  const filter = readAnalyticsFilter(await searchParams)
  const initial = await getAnalytics(context, contract.query.parse(questionOf(project.id, filter, context.now)))
  return <AnalyticsScreen projectId={project.id} initial={initial} initialFilter={filter} />
}
