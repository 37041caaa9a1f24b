import type { Metadata } from 'next'
import { NewConnector } from '@/components/connectors/new-connector'
import { requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'New connector' }

type Props = { params: Promise<{ project: string }> }

export default async function NewConnectorPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/connectors/new`)
  const project = await requireProject(context, id)
  return <NewConnector projectId={project.id} />
}
