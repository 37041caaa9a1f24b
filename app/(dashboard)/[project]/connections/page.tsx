import type { Metadata } from 'next'
import { ConnectedNotice } from '@/components/connections/connected-notice'
import { ConnectionList } from '@/components/connections/connection-list'
import type { Context } from '@/lib/access/context'
import { read } from '@/lib/connections/consent/consent'
import type { Consent } from '@/lib/connections/consent/contract'
import { health } from '@/lib/connections/health/health'
import { listLastPosts } from '@/lib/connections/last-posts/last-posts'
import * as connections from '@/lib/connections/service'
import { AppError } from '@/lib/errors'
import { isUuid, requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'Connections' }

type Props = { params: Promise<{ project: string }>; searchParams: Promise<{ consent?: string | string[] }> }

export default async function ConnectionsPage({ params, searchParams }: Props) {
  const { project: id } = await params
  const context = await requireContext(`/${id}/connections`)
  const project = await requireProject(context, id)
  const [{ connections: initial }, { platforms }, { posts }] = await Promise.all([
    connections.list(context, { project_id: project.id, limit: 50 }),
    health(context, { project_id: project.id }),
    listLastPosts(context, { project_id: project.id }),
  ])
  const { consent: consentId } = await searchParams
  const completed = typeof consentId === 'string' ? await connectedBy(context, consentId) : null
  return (
    <>
      {completed && <ConnectedNotice consent={completed} />}
      <ConnectionList
        projectId={project.id}
        initial={initial}
        health={platforms}
        posts={posts}
        now={context.now.toISOString()}
      />
    </>
  )
}

/** The completed consent, or null. Consents are deleted after an hour. */
async function connectedBy(context: Context, id: string): Promise<Consent | null> {
  if (!isUuid(id)) return null
  try {
    const { consent } = await read(context, { id })
    return consent.status === 'connected' ? consent : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
