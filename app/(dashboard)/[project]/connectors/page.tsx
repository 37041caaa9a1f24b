import type { Metadata } from 'next'
import { listLimit } from '@/components/connectors/connector-keys'
import { ConnectorScreen } from '@/components/connectors/connector-screen'
import { list } from '@/lib/connectors/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Connectors' }

type Props = { params: Promise<{ project: string }> }

export default async function ConnectorsPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/connectors`)
  const project = await requireProject(context, id)
  const initial = await list(context, { project_id: project.id, limit: listLimit, cursor: undefined })
  return <ConnectorScreen key={project.id} projectId={project.id} initial={initial} />
}
