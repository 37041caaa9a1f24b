import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { checklistCookie } from '@/components/checklist/checklist-cookie'
import { FirstSteps } from '@/components/checklist/first-steps'
import { ComposerHost } from '@/components/composer-host/composer-host'
import { ConnectionBanner } from '@/components/connections/connection-banner'
import { SampleDataBanner } from '@/components/first-run/sample-data-banner'
import { DraftsBanner } from '@/components/offline/drafts-banner'
import { countIn, draftsCookie } from '@/components/offline/drafts-cookie'
import { RoleProvider } from '@/components/projects/role'
import { PauseBanner } from '@/components/queue/pause/pause-banner'
import { PostingSoon } from '@/components/stories/posting-soon'
import { ZoneProvider } from '@/components/time/zone'
import * as checklist from '@/lib/checklist/service'
import * as connections from '@/lib/connections/service'
import { getPause } from '@/lib/projects/pause'
import { hasSampleData } from '@/lib/sample-data/repository'
import { ownRoles, readerLocale, requireProject, sessionContext } from '../context'

type Props = { children: ReactNode; params: Promise<{ project: string }> }

export default async function ProjectLayout({ children, params }: Props) {
  const context = await sessionContext()
  if (!context) return children
  const project = await requireProject(context, (await params).project)
  const jar = await cookies()
  const isGuided = !jar.has(checklistCookie(project.id))
  const [{ connections: initial }, locale, roles, steps, pause, hasSamples] = await Promise.all([
    connections.list(context, { project_id: project.id, limit: 50 }),
    readerLocale(),
    ownRoles(),
    isGuided ? checklist.get(context, { id: project.id }) : null,
    getPause(context, { id: project.id }),
    hasSampleData(context.db, project.id),
  ])
  const role = roles.get(project.id) ?? 'viewer'
  return (
    <RoleProvider role={role}>
      <ZoneProvider zone={{ timeZone: project.timezone ?? 'UTC', locale }}>
        <PauseBanner projectId={project.id} initial={pause} />
        <ConnectionBanner projectId={project.id} initial={initial} now={context.now.toISOString()} />
        {role !== 'viewer' && (
          <DraftsBanner projectId={project.id} initialCount={countIn(jar.get(draftsCookie(project.id))?.value)} />
        )}
        {hasSamples && <SampleDataBanner projectId={project.id} />}
        {/* Viewers have no access to the steps. */}
        {steps && role !== 'viewer' && <FirstSteps projectId={project.id} initial={steps} />}
        <ComposerHost
          projectId={project.id}
          requiresApproval={project.require_approval}
          connections={initial}
          now={context.now.toISOString()}
        >
          {children}
        </ComposerHost>
        <PostingSoon projectId={project.id} />
      </ZoneProvider>
    </RoleProvider>
  )
}
