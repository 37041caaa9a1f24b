'use client'

import { useParams } from 'next/navigation'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { UserMenu } from '@/components/account/user-menu'
import type { Viewer } from '@/components/account/viewer'
import { useLastViews } from '@/components/navigation/last-views'
import { viewPaths } from '@/components/navigation/nav-items'
import { SidebarProvider } from '@/components/navigation/sidebar-width'
import { NotificationBell } from '@/components/notifications/notification-bell'
import { NotificationWatch } from '@/components/notifications/notification-watch'
import { GlobalShortcuts, PaletteButton } from '@/components/palette/global-shortcuts'
import { rememberProject } from '@/components/projects/last-project-cookie'
import { ProjectSwitcher } from '@/components/projects/project-switcher'
import { RoleProvider } from '@/components/projects/role'
import { ZoneProvider } from '@/components/time/zone'
import { Logo } from '@/components/ui/logo'
import type { Role } from '@/lib/auth/roles'
import { BottomBar } from './bottom-bar'
import { HealthBanner } from './health-banner'
import { PageProjectProvider } from './page-project'
import { Sidebar } from './sidebar'
import { rememberChoice, type SidebarState } from './sidebar-cookie'
import { useNarrowWindow } from './use-narrow-window'

type Props = {
  projects: { id: string; name: string; timeZone: string; role: Role }[]
  /** The reader's. */
  locale: string
  /** For screens without a project in their URL. */
  fallbackProjectId: string | null
  viewer: Viewer
  worker: { isSilent: boolean; silentSeconds: number | null; advice: string }
  sidebar: SidebarState
  children: ReactNode
}

/** Navigation around every screen: a sidebar on wide screens, a header and a bottom bar on narrow ones. */
export function DashboardChrome(props: Props) {
  return <PageProjectProvider>{(pageProject) => <Frame {...props} pageProject={pageProject} />}</PageProjectProvider>
}

function Frame({
  projects,
  locale,
  fallbackProjectId,
  viewer,
  worker,
  sidebar,
  children,
  pageProject,
}: Props & { pageProject: string | null }) {
  const { project } = useParams<{ project?: string }>()
  // The URL can name a project that doesn't exist.
  const named = [project, pageProject].find((id) => projects.some((own) => own.id === id))
  const projectId = named ?? fallbackProjectId
  useEffect(() => {
    if (named) rememberProject(named)
  }, [named])
  const [choice, setChoice] = useState(sidebar.choice)
  const isNarrow = useNarrowWindow(sidebar.isNarrow)
  const isCollapsed = choice ? choice === 'collapsed' : isNarrow
  const collapse = (isNowCollapsed: boolean): void => {
    const chosen = isNowCollapsed ? 'collapsed' : 'expanded'
    setChoice(chosen)
    rememberChoice(chosen)
  }
  useLastViews(viewPaths(projectId))
  const timeZone = projects.find(({ id }) => id === projectId)?.timeZone ?? 'UTC'
  const zone = useMemo(() => ({ timeZone, locale }), [timeZone, locale])
  const switcher = (isShort: boolean) => <ProjectSwitcher projects={projects} currentId={projectId} isShort={isShort} />
  return (
    <RoleProvider role={roleIn(projects, projectId)}>
      <ZoneProvider zone={zone}>
        <GlobalShortcuts projects={projects} projectId={projectId}>
          <div
            className={`md:grid md:min-h-dvh ${isCollapsed ? 'md:grid-cols-[3.5rem_minmax(0,1fr)]' : 'md:grid-cols-[14rem_minmax(0,1fr)]'}`}
          >
            <a
              href="#main"
              className="sr-only z-50 rounded-lg bg-raised px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
            >
              Skip to content
            </a>
            <header className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-surface px-3 py-2 md:hidden">
              <Logo size={26} />
              <div className="min-w-0 flex-1">{switcher(false)}</div>
              <PaletteButton />
              {projectId && <NotificationBell projectId={projectId} />}
              <UserMenu viewer={viewer} />
            </header>
            <Sidebar
              projectId={projectId}
              viewer={viewer}
              switcher={switcher(isCollapsed)}
              isCollapsed={isCollapsed}
              onCollapse={collapse}
            />
            <main
              id="main"
              tabIndex={-1}
              // A page that fills the window shares its height with the banners, so that the window never scrolls.
              className="mx-auto w-full max-w-[90rem] px-4 pt-2 pb-28 outline-none md:px-6 md:pb-12 md:has-data-fills-window:flex md:has-data-fills-window:h-dvh md:has-data-fills-window:flex-col md:has-data-fills-window:overflow-y-auto md:has-data-fills-window:pb-4"
            >
              <HealthBanner initial={worker} />
              {projectId && <NotificationWatch projectId={projectId} />}
              <SidebarProvider value={!isCollapsed}>{children}</SidebarProvider>
            </main>
            <BottomBar projectId={projectId} />
          </div>
        </GlobalShortcuts>
      </ZoneProvider>
    </RoleProvider>
  )
}

/** Viewer without a project, so that the UI offers no write actions. */
const roleIn = (projects: Props['projects'], id: string | null): Role =>
  projects.find((project) => project.id === id)?.role ?? 'viewer'
