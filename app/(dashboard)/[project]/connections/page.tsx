import type { Metadata } from 'next'
import { ConnectedNotice } from '@/components/connections/connected-notice'
import { ConnectionList } from '@/components/connections/connection-list'
import type { Context } from '@/lib/api/context'
import { read } from '@/lib/connections/consent'
import type { Consent } from '@/lib/connections/consent-contract'
import { health } from '@/lib/connections/health'
import { listLastPosts } from '@/lib/connections/last-posts'
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
  const made = typeof consentId === 'string' ? await connectedBy(context, consentId) : null
  return (
    <>
      {made && <ConnectedNotice consent={made} />}
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

/** The consent that led here. It is forgotten after an hour, and then the page says nothing of it any more. */
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
