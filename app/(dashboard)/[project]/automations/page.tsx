import type { Metadata } from 'next'
import { listLimit } from '@/components/automations/automation-keys'
import { AutomationsScreen } from '@/components/automations/automations-screen'
import { list } from '@/lib/automations/service'
import { requireContext, requireProject } from '../../context'
import { loadSources } from './sources'

export const metadata: Metadata = { title: 'Automations' }

type Props = { params: Promise<{ project: string }> }

export default async function AutomationsPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/automations`)
  const project = await requireProject(context, id)
  const [initial, sources] = await Promise.all([
    list(context, { project_id: project.id, limit: listLimit, cursor: undefined, active: undefined }),
    loadSources(context, project.id),
  ])
  return <AutomationsScreen key={project.id} projectId={project.id} initial={initial} sources={sources} />
}
