import type { Metadata } from 'next'
import { RecurringBuilder } from '@/components/recurring/recurring-builder'
import * as connections from '@/lib/connections/service'
import { requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'New recurring post' }

type Props = { params: Promise<{ project: string }> }

export default async function NewRecurringPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/recurring/new`)
  const project = await requireProject(context, id)
  const { connections: own } = await connections.list(context, { project_id: project.id, limit: 50 })
  const now = context.now.toISOString()
  return <RecurringBuilder key={now} projectId={project.id} connections={own} now={now} />
}
