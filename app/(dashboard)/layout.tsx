import type { ReactNode } from 'react'
import { DashboardChrome } from '@/components/chrome/dashboard-chrome'
import { workerHealth } from '@/lib/health/service'
import { currentProject, listOwnProjects, ownRoles, sessionContext, viewer } from './context'
import { Providers } from './providers'

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const context = await sessionContext()
  // The page knows its own address and sends whoever is not signed in to the door.
  if (!context) return children
  const [own, roles, current, person, worker] = await Promise.all([
    listOwnProjects(),
    ownRoles(),
    currentProject(),
    viewer(),
    workerHealth(context.db),
  ])
  return (
    <Providers>
      <DashboardChrome
        projects={own.map(({ id, name }) => ({ id, name, role: roles.get(id) ?? 'viewer' }))}
        fallbackProjectId={current?.id ?? null}
        viewer={person}
        worker={{ isSilent: worker.is_silent, silentSeconds: worker.silent_seconds, advice: worker.advice }}
      >
        {children}
      </DashboardChrome>
    </Providers>
  )
}
