import type { Metadata } from 'next'
import { ConnectedAppsSection } from '@/components/oauth/connected-apps-section'
import * as grants from '@/lib/oauth/grants/service'
import { listOwnProjects, requireContext } from '../../context'

export const metadata: Metadata = { title: 'Connected apps' }

export default async function ConnectedAppsPage() {
  const context = await requireContext('/account/apps')
  const [page, projects] = await Promise.all([grants.list(context, { limit: 50 }), listOwnProjects()])
  return (
    <ConnectedAppsSection
      initial={page}
      projects={projects.map(({ id, name }) => ({ id, name }))}
      now={context.now.toISOString()}
    />
  )
}
