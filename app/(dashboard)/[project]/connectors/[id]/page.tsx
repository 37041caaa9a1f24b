import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ConnectorDetail } from '@/components/connectors/connector-detail'
import { itemsShown } from '@/components/connectors/connector-keys'
import { get, items } from '@/lib/connectors/service'
import { isUuid, orNotFound, requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Connector' }

type Props = { params: Promise<{ project: string; id: string }> }

export default async function ConnectorPage({ params }: Props) {
  const { project: projectId, id } = await params
  const context = await requireContext(`/${projectId}/connectors/${id}`)
  const project = await requireProject(context, projectId)
  if (!isUuid(id)) notFound()
  const connector = await orNotFound(get(context, { id: id.toLowerCase() }))
  if (connector.project_id !== project.id) notFound()
  const initial = await items(context, { id: connector.id, limit: itemsShown, cursor: undefined })
  return <ConnectorDetail key={connector.id} connector={connector} initialItems={initial} />
}
