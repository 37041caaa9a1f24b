import type { Metadata } from 'next'
import { NewAutomation } from '@/components/automations/automation-builder'
import * as connections from '@/lib/connections/service'
import { requireContext, requireProject } from '../../../context'
import { loadSources } from '../sources'

export const metadata: Metadata = { title: 'New automation' }

type Props = { params: Promise<{ project: string }>; searchParams: Promise<{ recipe?: string | string[] }> }

export default async function NewAutomationPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const { recipe } = await searchParams
  const context = await requireContext(`/${id}/automations/new`)
  const project = await requireProject(context, id)
  const [{ connections: own }, sources] = await Promise.all([
    connections.list(context, { project_id: project.id, limit: 50 }),
    loadSources(context, project.id),
  ])
  const now = context.now.toISOString()
  const chosen = typeof recipe === 'string' ? recipe : undefined
  return <NewAutomation key={now} {...{ projectId: project.id, sources, connections: own, now }} recipe={chosen} />
}
