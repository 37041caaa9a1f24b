import type { Metadata } from 'next'
import { VoiceSettings } from '@/components/voice/voice-settings'
import * as voice from '@/lib/voice/service'
import { requireContext, requireProject } from '../../../context'

export const metadata: Metadata = { title: 'Brand voice' }

type Props = { params: Promise<{ project: string }> }

export default async function VoicePage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/settings/voice`)
  const project = await requireProject(context, id)
  return <VoiceSettings projectId={project.id} saved={await voice.get(context, { id: project.id })} />
}
