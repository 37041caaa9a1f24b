import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EndpointScreen } from '@/components/webhooks/endpoint-screen'
import * as deliveries from '@/lib/webhooks/deliveries/service'
import * as webhooks from '@/lib/webhooks/endpoints/service'
import { isUuid, orNotFound, requireContext, requireProject } from '../../../context'
import { eventSummaries } from '../event-summaries'

export const metadata: Metadata = { title: 'Webhook endpoint' }

type Props = { params: Promise<{ project: string; id: string }> }

export default async function WebhookEndpointPage({ params }: Props) {
  const { project: projectId, id } = await params
  const context = await requireContext(`/${projectId}/webhooks/${id}`)
  const project = await requireProject(context, projectId)
  if (!isUuid(id)) notFound()
  const endpoint = await orNotFound(webhooks.get(context, { id: id.toLowerCase() }))
  // Account-wide endpoints are shown in every project.
  if (endpoint.project_id !== null && endpoint.project_id !== project.id) notFound()
  const page = await deliveries.list(context, { id: endpoint.id, limit: 25, status: undefined })
  return (
    <EndpointScreen
      key={endpoint.id}
      projectId={project.id}
      initial={endpoint}
      deliveries={page}
      catalogue={eventSummaries}
      now={context.now.toISOString()}
    />
  )
}
