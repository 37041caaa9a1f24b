import type { Metadata } from 'next'
import { endpointsQuery } from '@/components/webhooks/webhook-keys'
import { WebhookScreen } from '@/components/webhooks/webhook-screen'
import * as alerts from '@/lib/webhooks/alerts/service'
import * as webhooks from '@/lib/webhooks/endpoints/service'
import { requireContext, requireProject } from '../../context'
import { eventSummaries } from './event-summaries'

export const metadata: Metadata = { title: 'Webhooks' }

type Props = { params: Promise<{ project: string }> }

export default async function WebhooksPage({ params }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/webhooks`)
  const project = await requireProject(context, id)
  const [initial, unread] = await Promise.all([
    webhooks.list(context, endpointsQuery(project.id)),
    alerts.list(context, { unread_only: 'true', limit: 100 }),
  ])
  return (
    <WebhookScreen
      key={project.id}
      projectId={project.id}
      initial={initial}
      alerts={unread}
      catalogue={eventSummaries}
      now={context.now.toISOString()}
    />
  )
}
