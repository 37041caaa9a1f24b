import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EditAutomation } from '@/components/automations/automation-builder'
import { get } from '@/lib/automations/service'
import * as connections from '@/lib/connections/service'
import { isUuid, orNotFound, requireContext, requireProject } from '../../../context'
import { loadSources } from '../sources'

export const metadata: Metadata = { title: 'Automation' }

type Props = { params: Promise<{ project: string; id: string }> }

export default async function AutomationPage({ params }: Props) {
  const { project: projectId, id } = await params
  const context = await requireContext(`/${projectId}/automations/${id}`)
  const project = await requireProject(context, projectId)
  if (!isUuid(id)) notFound()
  const automation = await orNotFound(get(context, { id: id.toLowerCase() }))
  if (automation.project_id !== project.id) notFound()
  const [{ connections: own }, sources] = await Promise.all([
    connections.list(context, { project_id: project.id, limit: 50 }),
    loadSources(context, project.id),
  ])
  const now = context.now.toISOString()
  const given = { projectId: project.id, sources, connections: own, now }
  return <EditAutomation key={automation.id} {...given} automation={automation} />
}
