import type { ReactNode } from 'react'
import { ConnectionBanner } from '@/components/connections/connection-banner'
import { RoleProvider } from '@/components/projects/role'
import { ZoneProvider } from '@/components/time/zone'
import * as connections from '@/lib/connections/service'
import { ownRoles, readerLocale, requireProject, sessionContext } from '../context'

type Props = { children: ReactNode; params: Promise<{ project: string }> }

export default async function ProjectLayout({ children, params }: Props) {
  const context = await sessionContext()
  if (!context) return children
  const project = await requireProject(context, (await params).project)
  const [{ connections: initial }, locale, roles] = await Promise.all([
    connections.list(context, { project_id: project.id, limit: 50 }),
    readerLocale(),
    ownRoles(),
  ])
  return (
    <RoleProvider role={roles.get(project.id) ?? 'viewer'}>
      <ZoneProvider zone={{ timeZone: project.timezone ?? 'UTC', locale }}>
        <ConnectionBanner projectId={project.id} initial={initial} now={context.now.toISOString()} />
        {children}
      </ZoneProvider>
    </RoleProvider>
  )
}
