import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RecurringBuilder } from '@/components/recurring/recurring-builder'
import * as connections from '@/lib/connections/service'
import { get } from '@/lib/recurring/service'
import { isUuid, orNotFound, requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Recurring post' }

type Props = { params: Promise<{ project: string; id: string }> }

export default async function RecurringTemplatePage({ params }: Props) {
  const { project: projectId, id } = await params
  const context = await requireContext(`/${projectId}/recurring/${id}`)
  const project = await requireProject(context, projectId)
  if (!isUuid(id)) notFound()
  const template = await orNotFound(get(context, { id: id.toLowerCase() }))
  if (template.project_id !== project.id) notFound()
  const { connections: own } = await connections.list(context, { project_id: project.id, limit: 50 })
  const now = context.now.toISOString()
  return <RecurringBuilder key={template.id} projectId={project.id} template={template} connections={own} now={now} />
}
