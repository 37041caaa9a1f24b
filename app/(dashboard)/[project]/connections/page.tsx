import type { Metadata } from 'next'
import { ConnectionList } from '@/components/connections/connection-list'
import * as connections from '@/lib/connections/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Connections' }

type Props = { params: Promise<{ project: string }> }

export default async function ConnectionsPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/connections`)
  const project = await requireProject(context, id)
  const { connections: initial } = await connections.list(context, { project_id: project.id, limit: 50 })
  return <ConnectionList projectId={project.id} initial={initial} now={context.now.toISOString()} />
}
