import type { Metadata } from 'next'
import { ProjectSettings } from '@/components/projects/project-settings'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Settings' }

type Props = { params: Promise<{ project: string }> }

export default async function SettingsPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/settings`)
  return <ProjectSettings project={await requireProject(context, id)} />
}
