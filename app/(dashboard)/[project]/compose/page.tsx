import type { Metadata } from 'next'
import { Composer } from '@/components/composer/composer'
import { blankDraft } from '@/components/composer/draft'
import { channelIds } from '@/lib/channels/ids'
import * as connections from '@/lib/connections/service'
import { requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'New story' }

type Props = { params: Promise<{ project: string }> }

export default async function ComposePage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/compose`)
  const project = await requireProject(context, id)
  const { connections: own } = await connections.list(context, { project_id: project.id, limit: 50 })
  const open = channelIds.filter((channel) => own.some((each) => each.channel === channel && each.connected))
  return (
    <Composer
      projectId={project.id}
      story={null}
      initial={blankDraft(open)}
      connections={own}
      now={context.now.toISOString()}
    />
  )
}
