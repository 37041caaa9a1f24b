import type { Metadata } from 'next'
import { ImportScreen } from '@/components/imports/import-screen'
import { requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Import stories' }

type Props = { params: Promise<{ project: string }> }

export default async function ImportPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/stories/import`)
  const project = await requireProject(context, id)
  return <ImportScreen projectId={project.id} />
}
