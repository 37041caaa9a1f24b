import type { Metadata } from 'next'
import { activityQuery, readActivityFilter } from '@/components/activity/activity-filter'
import { ActivityScreen } from '@/components/activity/activity-screen'
import { listActivity as contract } from '@/lib/activity/contract'
import { listActivity } from '@/lib/activity/service'
import * as members from '@/lib/members/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Activity' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<'kind' | 'person', string | string[] | undefined>>
}

const membersMax = 200

export default async function ActivityPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/activity`)
  const project = await requireProject(context, id)
  const { kind = null, person = null } = await searchParams
  const filter = readActivityFilter({ kind, person })
  const query = activityQuery(project.id, filter)
  const [initial, { members: people }] = await Promise.all([
    listActivity(context, contract.query.parse({ ...query, limit: String(query.limit) })),
    members.list(context, { id: project.id, limit: membersMax }),
  ])
  return (
    <ActivityScreen
      projectId={project.id}
      initial={initial}
      initialFilter={filter}
      members={people.map(({ user_id, name }) => ({ user_id, name }))}
    />
  )
}
