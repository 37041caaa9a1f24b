import type { Metadata } from 'next'
import { momentsQuery, readMomentsFilter } from '@/components/moments/moments-filter'
import { MomentsScreen } from '@/components/moments/moments-screen'
import { listMoments } from '@/lib/moments/contract'
import { list } from '@/lib/moments/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Moments' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<'status' | 'severity', string | string[] | undefined>>
}

export default async function MomentsPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/moments`)
  const project = await requireProject(context, id)
  const { status = null, severity = null } = await searchParams
  const filter = readMomentsFilter({ status, severity })
  // Default values of the contract, such as the page size.
  const query = listMoments.query.parse({
    ...momentsQuery(project.id, filter),
    limit: String(momentsQuery(project.id, filter).limit),
  })
  const initial = await list(context, query)
  return (
    <MomentsScreen projectId={project.id} initial={initial} initialFilter={filter} now={context.now.toISOString()} />
  )
}
