import type { Metadata } from 'next'
import { RecommendationsScreen } from '@/components/recommendations/recommendations-screen'
import { channelIds } from '@/lib/channel-ids'
import { listPostingTimes, listRecommendations } from '@/lib/recommendations/service'
import { requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Recommendations' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<{ channel?: string | string[] }>
}

export default async function RecommendationsPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/analytics/recommendations`)
  const project = await requireProject(context, id)
  const given = (await searchParams).channel
  const channel = channelIds.find((one) => one === given) ?? null
  const input = { project_id: project.id, channel: channel ? [channel] : undefined, kind: undefined }
  const [list, times] = await Promise.all([listRecommendations(context, input), listPostingTimes(context, input)])
  return (
    <RecommendationsScreen
      projectId={project.id}
      initial={{ list, times }}
      initialChannel={channel}
      now={context.now.toISOString()}
    />
  )
}
