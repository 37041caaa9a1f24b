'use client'

import { Ellipsis, PenLine } from 'lucide-react'
import Link from 'next/link'
import { useParams, usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { UserMenu } from '@/components/account/user-menu'
import { NotificationBell } from '@/components/notifications/notification-bell'
import { NotificationWatch } from '@/components/notifications/notification-watch'
import { GlobalKeys, PaletteButton } from '@/components/palette/global-keys'
import { ProjectSwitcher } from '@/components/projects/project-switcher'
import { rememberProject } from '@/components/projects/remembered'
import { RoleProvider, useMay } from '@/components/projects/role'
import { classes } from '@/components/ui/classes'
import { Menu } from '@/components/ui/menu'
import type { Role } from '@/lib/auth/roles'
import { Logo } from './logo'
import { type NavItem, navItems } from './nav-items'
import { NewStory } from './new-story'
import { ShownProject } from './shown-project'
import type { Viewer } from './viewer'
import { WorkerBanner } from './worker-banner'

type Props = {
  projects: { id: string; name: string; role: Role }[]
  /** For screens whose address names no project. */
  fallbackProjectId: string | null
  viewer: Viewer
  worker: { isSilent: boolean; silentSeconds: number | null; advice: string }
  children: ReactNode
}

/** What stands around every screen: at the side where there is room, above and below where there is not. */
export function DashboardChrome(props: Props) {
  return <ShownProject>{(shown) => <Frame {...props} shown={shown} />}</ShownProject>
}

function Frame({ projects, fallbackProjectId, viewer, worker, children, shown }: Props & { shown: string | null }) {
  const { project } = useParams<{ project?: string }>()
  // An address may name a project that is not there.
  const named = [project, shown].find((id) => projects.some((own) => own.id === id))
  const projectId = named ?? fallbackProjectId
  useEffect(() => {
    if (named) rememberProject(named)
  }, [named])
  const switcher = <ProjectSwitcher projects={projects} currentId={projectId} />
  return (
    <RoleProvider role={roleIn(projects, projectId)}>
      <GlobalKeys projects={projects} projectId={projectId}>
        <div className="md:grid md:min-h-dvh md:grid-cols-[15rem_minmax(0,1fr)]">
          <a
            href="#main"
            className="sr-only z-50 rounded-lg bg-raised px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
          >
            Skip to the content
          </a>
          <header className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-surface px-3 py-2 md:hidden">
            <Logo size={26} />
            <div className="min-w-0 flex-1">{switcher}</div>
            <PaletteButton />
            {projectId && <NotificationBell projectId={projectId} />}
            <UserMenu viewer={viewer} />
          </header>
          <aside className="sticky top-0 hidden h-dvh flex-col gap-4 border-r border-line bg-surface p-3 md:flex">
            <div className="flex items-center justify-between gap-2">
              <Link href="/" className="flex items-center gap-2.5 px-2 pt-1 text-lg font-semibold tracking-tight">
                <Logo />
                Storycast
              </Link>
              {projectId && <NotificationBell isWide projectId={projectId} />}
            </div>
            {switcher}
            {projectId && <NewStory projectId={projectId} />}
            <PaletteButton isWide />
            <NavList projectId={projectId} />
            <div className="mt-auto">
              <UserMenu viewer={viewer} isWide />
            </div>
          </aside>
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl px-4 pt-5 pb-28 outline-none md:px-8 md:pb-16"
          >
            <WorkerBanner initial={worker} />
            {projectId && <NotificationWatch projectId={projectId} />}
            {children}
          </main>
          <NavBar projectId={projectId} />
        </div>
      </GlobalKeys>
    </RoleProvider>
  )
}

/** Nobody writes where there is no project. */
const roleIn = (projects: Props['projects'], id: string | null): Role =>
  projects.find((project) => project.id === id)?.role ?? 'viewer'

const isUnder = (pathname: string, address: string): boolean =>
  pathname === address || pathname.startsWith(`${address}/`)

const isAt = (pathname: string, { href, also }: NavItem, projectId: string | null): boolean =>
  isUnder(pathname, href(projectId ?? '')) || (also !== undefined && isUnder(pathname, also))

function NavList({ projectId }: { projectId: string | null }) {
  const pathname = usePathname()
  return (
    <nav aria-label="Main" className="-m-1 min-h-0 overflow-y-auto p-1">
      <ul className="flex flex-col gap-0.5">
        {navItems.map((item) => {
          const { label, href, Icon } = item
          const isCurrent = isAt(pathname, item, projectId)
          return (
            <li key={label}>
              <Link
                href={href(projectId ?? '')}
                aria-current={isCurrent ? 'page' : undefined}
                className={classes(
                  'flex min-h-10 items-center gap-3 rounded-lg px-3',
                  isCurrent
                    ? 'bg-accent-wash font-medium text-accent'
                    : 'text-ink-soft hover:bg-quiet-wash hover:text-ink',
                )}
              >
                <Icon aria-hidden size={18} />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const slot = 'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-[0.6875rem]'
const slotTone = (isCurrent: boolean): string => (isCurrent ? 'font-medium text-accent' : 'text-ink-soft')
/** So many stand in the bar itself; with composing and “More” it has five places, whose words fit at 320 pixels. */
const inBar = 3

/** At the thumb: what is used daily, with composing in the middle, and the rest behind “More”. */
function NavBar({ projectId }: { projectId: string | null }) {
  const pathname = usePathname()
  const router = useRouter()
  const addressOf = ({ href }: NavItem): string => href(projectId ?? '')
  const compose: NavItem = { label: 'New story', short: 'New', href: (id: string) => `/${id}/compose`, Icon: PenLine }
  const mayWrite = useMay('stories:write')
  // Whoever cannot compose has a fourth screen in its place.
  const shown = mayWrite ? inBar : inBar + 1
  const items = [...navItems.slice(0, 2), ...(mayWrite ? [compose] : []), ...navItems.slice(2, shown)]
  const more = navItems.slice(shown)
  return (
    <nav aria-label="Main" className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface md:hidden">
      <ul className="grid grid-cols-5 pb-[env(safe-area-inset-bottom)]">
        {items.map((item) => {
          const { label, short = label, Icon } = item
          const isCurrent = isAt(pathname, item, projectId)
          return (
            <li key={label} className="min-w-0">
              <Link
                href={addressOf(item)}
                aria-current={isCurrent ? 'page' : undefined}
                className={classes(slot, slotTone(isCurrent))}
              >
                <Icon aria-hidden size={20} />
                <span aria-hidden>{short}</span>
                <span className="sr-only">{label}</span>
              </Link>
            </li>
          )
        })}
        <li className="min-w-0">
          <Menu
            label="More"
            opensUp
            trigger={
              <>
                <Ellipsis size={20} />
                <span>More</span>
              </>
            }
            triggerClassName={classes(slot, slotTone(more.some((item) => isAt(pathname, item, projectId))))}
            items={more.map((item) => ({
              label: item.label,
              icon: <item.Icon size={18} />,
              isCurrent: isAt(pathname, item, projectId),
              onSelect: () => router.push(addressOf(item)),
            }))}
          />
        </li>
      </ul>
    </nav>
  )
}
