import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { DashboardChrome } from '@/components/chrome/dashboard-chrome'
import { sidebarState } from '@/components/chrome/sidebar-cookie'
import { workerHealth } from '@/lib/health/service'
import { currentProject, listOwnProjects, ownRoles, readerLocale, sessionContext, viewer } from './context'
import { Providers } from './providers'

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const context = await sessionContext()
  // The page redirects to sign-in, because the layout does not know the URL.
  if (!context) return children
  const [own, roles, current, person, worker, locale, stored] = await Promise.all([
    listOwnProjects(),
    ownRoles(),
    currentProject(),
    viewer(),
    workerHealth(context.db),
    readerLocale(),
    cookies(),
  ])
  return (
    <Providers>
      <DashboardChrome
        projects={own.map(({ id, name, timezone }) => ({
          id,
          name,
          timeZone: timezone ?? 'UTC',
          role: roles.get(id) ?? 'viewer',
        }))}
        locale={locale}
        fallbackProjectId={current?.id ?? null}
        viewer={person}
        sidebar={sidebarState((name) => stored.get(name)?.value)}
        worker={{ isSilent: worker.is_silent, silentSeconds: worker.silent_seconds, advice: worker.advice }}
      >
        {children}
      </DashboardChrome>
    </Providers>
  )
}
