import type { Metadata } from 'next'
import { DeleteProject } from '@/components/projects/delete-project'
import { ProjectSettings } from '@/components/projects/project-settings'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Settings' }

type Props = { params: Promise<{ project: string }> }

export default async function SettingsPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/settings`)
  const project = await requireProject(context, id)
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <ProjectSettings project={project} now={context.now.toISOString()} />
      <DeleteProject project={project} />
    </div>
  )
}
