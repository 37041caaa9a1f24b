import type { Metadata } from 'next'
import { AiSettings } from '@/components/ai/ai-settings'
import * as ai from '@/lib/ai/service'
import { requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'AI' }

type Props = { params: Promise<{ project: string }> }

export default async function AiPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/settings/ai`)
  const project = await requireProject(context, id)
  return <AiSettings projectId={project.id} settings={await ai.get(context, { id: project.id })} />
}
